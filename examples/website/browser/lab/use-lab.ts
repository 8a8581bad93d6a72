/** Ties the page's state to the server and to the address bar. */
import { useEffect, useReducer } from 'preact/hooks'
import { addressOf, asksToRun, readAddress } from './address.ts'
import { askAbout, askRun, askStop, RefusedError } from './api.ts'
import { type Draft, readDraft } from './draft.ts'
import { listen } from './listen.ts'
import { goesOn, type Happening, type LabState, opened, reduce } from './state.ts'

export interface Lab {
  readonly state: LabState
  edit(draft: Draft): void
  run(): void
  stop(): void
}

export function useLab(): Lab {
  const [state, tell] = useReducer(reduce, undefined, () => opened(readAddress(location.search)))
  useEffect(() => {
    void begin(state.draft, tell)
  }, [])
  const listensTo = goesOn(state) ? state.run?.id : undefined
  useEffect(() => (listensTo === undefined ? undefined : listen(listensTo, tell)), [listensTo])
  return {
    state,
    edit: (draft) => {
      tell({ type: 'edited', draft })
      const { plan } = readDraft(draft)
      if (plan !== null) history.replaceState(null, '', addressOf(plan))
    },
    run: () => void run(state.draft, tell),
    stop: () => void attempt(tell, async () => listensTo && askStop(listensTo)),
  }
}

/** Where the address says `run=now`, the run begins by itself, unless another goes on or the address is faulty. */
async function begin(draft: Draft, tell: (happening: Happening) => void): Promise<void> {
  await attempt(tell, async () => {
    const about = await askAbout()
    tell({ type: 'met', about })
    const { plan } = readAddress(location.search)
    if (
      asksToRun(location.search) &&
      about.running === null &&
      plan !== null &&
      plan.processes <= about.mostProcesses
    ) {
      await run(draft, tell)
    }
  })
}

async function run(draft: Draft, tell: (happening: Happening) => void): Promise<void> {
  const { plan } = readDraft(draft)
  if (plan === null) return
  tell({ type: 'asked' })
  await attempt(tell, async () => {
    const id = await askRun(plan)
    if (id === null) tell({ type: 'came-second', about: await askAbout() })
    else tell({ type: 'accepted', id, plan })
  })
}

async function attempt(tell: (happening: Happening) => void, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    tell({ type: 'refused', problem: error.message })
  }
}
