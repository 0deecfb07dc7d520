import { useEffect, useState } from 'react'
import type { PlayerViewBody } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import type { OpenSession } from '../story/use-session.ts'

/** What the player knows of the story's world after the last turn. */
export function usePlayerView({ id, model }: Pick<OpenSession, 'id' | 'model'>): {
  view: PlayerViewBody | undefined
  problem: string | undefined
  load: () => void
} {
  const [view, setView] = useState<PlayerViewBody>()
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)
  const head = model.session?.head
  const lost = model.connection === 'lost'
  useEffect(() => {
    if (head === undefined || lost) return
    let left = false
    api.getPlayerView(id).then(
      (found) => !left && (setView(found), setProblem(undefined)),
      (error: unknown) => !left && setProblem(messageOf(error)),
    )
    return () => void (left = true)
  }, [id, head, lost, tries])
  return { view, problem, load: () => setTries(tries + 1) }
}
