import { memo, useEffect, useState } from 'react'
import type { Speaker } from '../player/speakers.ts'
import { codeOf } from '../loading/code-of.ts'
import { curled } from '../language/curled.ts'

/** What makes a paragraph Markdown. Prose without these needs no parser. */
const marks = /[*_`~[]|^\s*(?:>|#{1,6}\s|[-+]\s|\d{1,3}[.)]\s)/m

const markdown = codeOf<{ text: string }>(async () => (await import('./markdown-text.tsx')).MarkdownText)

interface ProseTextProps {
  text: string
  /** Who speaks in it. */
  speaker?: Speaker | undefined
  /** Whether the speaker of the previous paragraph continues. The picture is then beside that earlier paragraph. */
  isContinued?: boolean | undefined
}

/** A paragraph of a narration. Markdown is shown as such once its code is loaded, and as it was written until then. */
export const ProseText = memo(function ProseText({ text, speaker, isContinued }: ProseTextProps) {
  const isMarked = marks.test(text)
  const [, setLoads] = useState(0)
  useEffect(() => {
    if (isMarked && !markdown.component)
      markdown.load().then(
        () => setLoads((loads) => loads + 1),
        () => {},
      )
  }, [isMarked])
  const Markdown = isMarked ? markdown.component : undefined
  if (Markdown) return <Markdown text={text} />
  return (
    <p dir="auto" className={speaker && isContinued ? 'speaks-on' : undefined}>
      {speaker && !isContinued && (
        <img className="speaker" src={speaker.portraitUrl} alt="" title={speaker.name} width="36" height="36" />
      )}
      {curled(text)}
    </p>
  )
})
