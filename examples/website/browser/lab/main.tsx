import '../shared/style.css'
import { render } from 'preact'

render(<h1>lab</h1>, document.body)
