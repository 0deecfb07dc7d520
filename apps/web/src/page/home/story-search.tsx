import { mdiMagnify } from '@mdi/js'
import { type ReactNode, useEffect, useState } from 'react'
import { counted, t } from '../language/text.ts'
import type { FoundTurn } from '../../api/library-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'
import { markWords } from '../components/mark-words.tsx'
import { hrefOf } from '../routing/route.ts'
import { curled } from '../language/curled.ts'

/** Milliseconds without a key before a search is made. */
const pauseMs = 200

/** A field that searches all stories. Its children are shown while it is empty. */
export function StorySearch({ children }: { children: ReactNode }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<FoundTurn[]>()
  const [problem, setProblem] = useState<string>()
  const wanted = text.trim()
  useEffect(() => {
    setFound(undefined)
    if (wanted === '') return undefined
    let isOver = false
    const timer = setTimeout(() => {
      api.search(wanted).then(
        ({ turns }) => isOver || (setFound(turns), setProblem(undefined)),
        (error: unknown) => isOver || setProblem(messageOf(error)),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted])
  return (
    <section aria-labelledby="your-stories">
      <header className="home-section">
        <h2 id="your-stories">{t('Your stories')}</h2>
        <search className="field-search">
          <Icon path={mdiMagnify} />
          <input
            type="search"
            aria-label={t('Search all stories')}
            placeholder={t('Search all stories')}
            aria-describedby="search-problem"
            aria-invalid={problem !== undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </search>
      </header>
      <p id="search-problem" role="alert" className="field-problem">
        {problem}
      </p>
      <p role="status" className="visually-hidden">
        {found && counted(found.length, 'One turn found.', '{count} turns found.')}
      </p>
      {wanted === '' ? children : found && <FoundTurns turns={found} />}
    </section>
  )
}

function FoundTurns({ turns }: { turns: FoundTurn[] }) {
  if (turns.length === 0) return <p className="quiet">{t('No turn has these words.')}</p>
  return (
    <ul className="found">
      {turns.map(({ sessionId, title, turnId, seq, index, excerpt, marks }) => (
        <li key={turnId}>
          <a href={hrefOf({ sessionId, screen: 'narrative', detail: index === null ? null : String(index + 1) })}>
            <b dir="auto">{curled(title)}</b> <small>{t('turn {seq}', { seq })}</small>
            <span dir="auto">{markWords(excerpt, marks)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
