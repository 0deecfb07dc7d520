import { useState } from 'react'

/** The unsent text of a story, which is kept on other screens and after a reload. */
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
        // Then it is kept until the page is left.
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
