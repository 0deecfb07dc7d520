import { type KeyboardEvent, useRef } from 'react'
import type { OpenSession } from './use-session.ts'

/**
 * Recalls earlier prompts of the story with the arrow keys, newest first, as a terminal does. The keys move the caret while
 * the field has text that was not recalled.
 */
export function useRecall(
  { pages, model }: OpenSession,
  { draft, onDraft }: { draft: string; onDraft: (text: string) => void },
): (event: KeyboardEvent) => void {
  const recalled = useRef({ text: '', back: 0 })
  return (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const isOwn = draft !== '' && draft !== recalled.current.text
    if (isOwn || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    const back = (draft === '' ? 0 : recalled.current.back) + (event.key === 'ArrowUp' ? 1 : -1)
    const prompt = back <= 0 ? '' : pages.turns.get((model.session?.lineLength ?? 0) - back)?.prompt
    if (prompt === undefined || back < 0) return
    event.preventDefault()
    recalled.current = { text: prompt, back }
    onDraft(prompt)
  }
}
