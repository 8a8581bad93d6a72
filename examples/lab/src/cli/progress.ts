/** A bar on a terminal, over all protections of a run; a line for each where there is none. */
import { type Plan, PROTECTIONS, type RunEvent } from '../contract/index.ts'

const WIDTH = 30

/** Takes what a run tells. */
export function showProgress(plan: Plan, out: NodeJS.WriteStream): (event: RunEvent) => void {
  let over = 0
  let title = ''

  function draw(share: number): void {
    const whole = Math.min(1, (over + share) / plan.protections.length)
    const filled = Math.round(whole * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    out.write(`\r\x1b[K${bar} ${Math.round(whole * 100)} % ${plan.scenario}: ${title}`)
  }

  return (event) => {
    if (event.type === 'begins') {
      title = PROTECTIONS[event.protection].title
      if (out.isTTY) draw(0)
      else out.write(`${plan.scenario}: ${title}\n`)
    }
    if (event.type === 'sample' && out.isTTY) draw(Math.min(1, event.sample.at / 1_000 / plan.seconds))
    if (event.type === 'totals') over += 1
    if (event.type === 'ended' && out.isTTY) out.write('\r\x1b[K')
  }
}
