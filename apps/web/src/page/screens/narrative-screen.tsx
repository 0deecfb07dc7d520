import { useEffect, useState } from 'react'
import type { HostInfo } from '../../api/resources.ts'
import { api } from '../api/client.ts'
import { Announcer } from '../story/announcer.tsx'
import { Composer } from '../story/composer.tsx'
import { FindBar } from '../story/find-bar.tsx'
import { Story } from '../story/story.tsx'
import { useDraft } from '../story/use-draft.ts'
import type { OpenSession } from '../story/use-session.ts'

let known: HostInfo | undefined

/** The server and its settings. Requested once. */
function useHostInfo(): HostInfo | undefined {
  const [info, setInfo] = useState(known)
  useEffect(() => {
    if (known) return
    api.info().then(
      (answer) => setInfo((known = answer)),
      () => {},
    )
  }, [])
  return info
}

interface NarrativeScreenProps {
  session: OpenSession
  /** The number of the turn to scroll to, from 1. Defaults to the end, or to where the reader was. */
  turn: string | null
  /** Whether the search is open. */
  isFinding: boolean
  onFinding: (isFinding: boolean) => void
}

/** The story and the prompt field. */
export function NarrativeScreen({ session, turn, isFinding, onFinding }: NarrativeScreenProps) {
  const info = useHostInfo()
  useFindKey(onFinding)
  const [draft, setDraft] = useDraft(session.id)
  return (
    <>
      {isFinding && <FindBar sessionId={session.id} onClose={() => onFinding(false)} />}
      <Story
        session={session}
        opening={session.model.session?.opening || info?.opening.text || ''}
        turn={/^[1-9]\d{0,8}$/.test(turn ?? '') ? Number(turn) : undefined}
      />
      <Composer session={session} info={info} draft={draft} onDraft={setDraft} />
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
