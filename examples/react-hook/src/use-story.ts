import { readJsonLines } from '@narratoria/protocol/light'
import { useCallback, useEffect, useRef, useState } from 'react'

/** What a page shows of the turn that was played last. */
export interface Shown {
  text: string
  choices: { text: string }[]
  isPlaying: boolean
  problem: string | undefined
}

type PageEvent =
  | { type: 'narration'; text: string; append: boolean; replace?: boolean }
  | { type: 'choices'; choices: { text: string }[] }
  | { type: 'replan' }
  | { type: 'turn_finished'; narrative: string; choices: { text: string }[] }

const nothing: Shown = { text: '', choices: [], isPlaying: false, problem: undefined }

/** Plays turns of the story at `url`. Leaving the page stops reading; the server decides whether the turn goes on. */
export function useStory(url: string): Shown & { play: (prompt: string) => Promise<void>; cancel: () => void } {
  const [shown, setShown] = useState(nothing)
  const reading = useRef<AbortController>(null)
  const cancel = useCallback(() => reading.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  const play = useCallback(
    async (prompt: string) => {
      const controller = new AbortController()
      reading.current?.abort()
      reading.current = controller
      setShown({ ...nothing, isPlaying: true })
      try {
        const body = JSON.stringify({ prompt })
        const response = await fetch(url, { method: 'POST', body, signal: controller.signal })
        if (!response.ok || !response.body) throw new Error(`The server answered with ${response.status}.`)
        for await (const event of readJsonLines<PageEvent>(response.body)) setShown((before) => show(before, event))
      } catch (error) {
        if (!controller.signal.aborted) setShown((before) => ({ ...before, problem: (error as Error).message }))
      } finally {
        setShown((before) => ({ ...before, isPlaying: false }))
      }
    },
    [url],
  )
  return { ...shown, play, cancel }
}

function show(before: Shown, event: PageEvent): Shown {
  switch (event.type) {
    case 'narration': {
      const isFirst = event.replace || before.text === ''
      return { ...before, text: isFirst ? event.text : before.text + (event.append ? '' : '\n\n') + event.text }
    }
    case 'choices':
      return { ...before, choices: event.choices }
    case 'replan':
      return { ...before, text: '', choices: [] }
    case 'turn_finished':
      return { ...before, text: event.narrative, choices: event.choices }
    default:
      return before
  }
}
