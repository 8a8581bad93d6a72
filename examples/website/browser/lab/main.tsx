import 'uplot/dist/uPlot.min.css'
import '../shared/style.css'
import './lab.css'
import { render } from 'preact'
import { LabPage } from './page.tsx'

render(<LabPage />, document.body)
