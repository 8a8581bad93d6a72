import '../shared/style.css'
import { render } from 'preact'

render(<h1>shop</h1>, document.body)
