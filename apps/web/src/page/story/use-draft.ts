import { useState } from 'react'

/** What the player has typed and not sent, kept for each story over other screens and a reload. */
export function useDraft(sessionId: string): [draft: string, setDraft: (text: string) => void] {
  const key = `narratoria.draft.${sessionId}`
  const [draft, setDraft] = useState(() => read(key))
  return [
    draft,
    (text) => {
      setDraft(text)
      try {
        sessionStorage.setItem(key, text)
      } catch {
        // Then it holds until the page is left.
      }
    },
  ]
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
