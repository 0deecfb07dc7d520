import { useEffect, useRef } from 'react'
import { portrayedIn } from '../../api/portrayed-in.ts'
import type { OpenSession } from './use-session.ts'

/**
 * Reads who can speak in a story: when it opens, and when pictures of people may have changed. A turn that was seen without such a
 * picture changes none; turns that are undone, restored or missed may.
 */
export function useLoadedSpeakers({ id, model: { session, last } }: Pick<OpenSession, 'id' | 'model'>): void {
  const head = session?.head
  const seen = useRef<string>(undefined)
  const isKnown = useRef(false)
  useEffect(() => {
    if (head === undefined) return
    const played = last?.turnId === head && last?.turnId !== seen.current ? last : undefined
    seen.current = last?.turnId
    if (isKnown.current && played && !played.assets.some(portrayedIn)) return
    import('../player/find-speakers.ts')
      .then(({ loadSpeakers }) => loadSpeakers(id))
      .then(
        () => (isKnown.current = true),
        () => (isKnown.current = false),
      )
  }, [id, head])
}
