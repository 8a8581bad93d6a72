/** Every page of the shop: the same script, which shows what the URL names. */
import '../common/style.css'
import './style.css'
import { render } from 'preact'
import { openLivePage, type PageState } from './live/live-page.ts'
import { pageAt } from './pages/page-at.ts'
import { Frame } from './view/frame.tsx'

const page = pageAt(new URL(location.href))
const tryAgain = openLivePage(page.operation, page.productsOf, show)

function show({ answer, failure, changed }: PageState<never>): void {
  if (answer !== undefined) document.title = page.titleOf(answer.data)
  render(
    <Frame
      searched={page.searched ?? ''}
      trouble={failure?.message ?? answer?.fault}
      tryAgain={failure?.mayPass === false ? undefined : () => tryAgain()}
      changed={changed}
      cost={answer?.cost}
    >
      {answer && page.show(answer.data, () => failure && tryAgain())}
    </Frame>,
    document.body,
  )
}
