import { useCallback, useEffect, useState } from 'react'
import { useHostInfo } from '../hooks/use-host-info.ts'
import { Announcer } from '../story/announcer.tsx'
import { Composer } from '../story/composer.tsx'
import { listenCode } from '../listen/listen-code.ts'
import { Later } from '../loading/later.tsx'
import { findCode } from '../story/loaded-code.ts'
import { Story } from '../story/story.tsx'
import { useDraft } from '../story/use-draft.ts'
import type { OpenSession } from '../story/use-session.ts'

interface NarrativeScreenProps {
  session: OpenSession
  /** The number of the turn to scroll to, from 1, or 0 for the opening. Defaults to the end, or to where the reader was. */
  turn: string | null
  /** Whether the search is open. */
  isFinding: boolean
  onFinding: (isFinding: boolean) => void
  /** Whether the story is read aloud. */
  isListening: boolean
  onListening: (isListening: boolean) => void
}

/** The story and the prompt field. */
export function NarrativeScreen({ session, turn, ...modes }: NarrativeScreenProps) {
  const { isFinding, onFinding, isListening, onListening } = modes
  const info = useHostInfo()
  const closeFind = useCallback(() => onFinding(false), [onFinding])
  const closeListen = useCallback(() => onListening(false), [onListening])
  useFindKey(onFinding)
  const [draft, setDraft] = useDraft(session.id)
  const [arrowSlot, setArrowSlot] = useState<HTMLElement | null>(null)
  return (
    <>
      {isFinding && (
        <Later code={findCode} props={{ sessionId: session.id, onClose: closeFind }} onFailed={closeFind} />
      )}
      {isListening && <Later code={listenCode} props={{ session, onClose: closeListen }} onFailed={closeListen} />}
      <Story
        session={session}
        opening={session.model.session?.opening || info?.opening.text || ''}
        arrowSlot={arrowSlot}
        turn={/^\d{1,9}$/.test(turn ?? '') ? Number(turn) : undefined}
      />
      <Composer session={session} info={info} draft={draft} onDraft={setDraft} arrowRef={setArrowSlot} />
      <Announcer model={session.model} />
    </>
  )
}

/** Opens the search with the browser's key for finding. A second press, in the field, finds in the page as usual. */
function useFindKey(onFinding: (isFinding: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isFind = key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey
      if (!isFind || document.activeElement?.closest('.find')) return
      event.preventDefault()
      onFinding(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onFinding])
}
