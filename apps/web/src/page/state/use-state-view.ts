import { useEffect, useRef, useState } from 'react'
import type { StateView } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import type { OpenSession } from '../story/use-session.ts'

/** The least time between two requests of the state during a turn, in milliseconds. */
const pauseMs = 150

/** The current state: after the last turn, or of the turn being played so far. */
export function useStateView({ id, model }: OpenSession): {
  view: StateView | undefined
  problem: string | undefined
  load: () => void
} {
  const [view, setView] = useState<StateView>()
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)
  const reads = useRef({ startedAt: -pauseMs, started: 0, shown: 0 })
  const head = model.session?.head
  const live = model.live?.turnId
  // A new list with each `state` event.
  const patches = model.live?.patches
  // Read again after a lost connection.
  const lost = model.connection === 'lost'
  useEffect(() => {
    if (head === undefined || lost) return
    const timer = setTimeout(
      () => {
        reads.current.startedAt = performance.now()
        const number = ++reads.current.started
        api.getState(id, live).then(
          (answer) => {
            if (number < reads.current.shown) return
            reads.current.shown = number
            setView(answer)
            setProblem(undefined)
          },
          // A turn that has ended is read again when the session message arrives.
          (error: unknown) => live === undefined && setProblem(messageOf(error)),
        )
      },
      Math.max(0, reads.current.startedAt + pauseMs - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [id, head, live, patches, lost, tries])
  return { view, problem, load: () => setTries(tries + 1) }
}
