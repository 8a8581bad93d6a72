import 'uplot/dist/uPlot.min.css'
import '../common/style.css'
import './style/colours.css'
import './style/layout.css'
import './style/controls.css'
import './style/run.css'
import './style/charts.css'
import './style/swatch.css'
import './style/totals.css'
import { render } from 'preact'
import { LabPage } from './page.tsx'

render(<LabPage />, document.body)
