import { useEffect, useState } from 'react'
import type { HostInfo } from '../../api/resources.ts'
import { api } from '../api/client.ts'
import { Announcer } from '../story/announcer.tsx'
import { Composer } from '../story/composer.tsx'
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

/** The story and the prompt field. */
export function NarrativeScreen({ session }: { session: OpenSession }) {
  const info = useHostInfo()
  const [draft, setDraft] = useDraft(session.id)
  return (
    <>
      <Story session={session} opening={session.model.session?.opening || info?.opening.text || ''} />
      <Composer session={session} info={info} draft={draft} onDraft={setDraft} />
      <Announcer model={session.model} />
    </>
  )
}
