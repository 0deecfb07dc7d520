import { useEffect, useState } from 'react'
import type { ContextView } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { FieldProblem } from '../components/field-problem.tsx'
import { t } from '../language/text.ts'

/** What the narrating model was sent in the last turn, block by block. */
export function SentContext({ sessionId, head }: { sessionId: string; head: string | null }) {
  const [view, setView] = useState<ContextView>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let left = false
    api.getContext(sessionId).then(
      (found) => !left && (setView(found), setProblem(undefined)),
      (error: unknown) => !left && setProblem(messageOf(error)),
    )
    return () => void (left = true)
  }, [sessionId, head])
  const blocks = view?.context?.blocks ?? []
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <details className="context">
      <summary>{t('What the narrator was sent')}</summary>
      <FieldProblem message={problem} />
      {view && blocks.length === 0 && <p className="quiet">{t('No model narrated the last turn.')}</p>}
      {blocks.map(({ name, tokens, text }, index) => (
        <section key={index}>
          <h3>
            {name} <small className="quiet">{t('about {count} tokens', { count: tokens })}</small>
          </h3>
          <pre tabIndex={0} aria-label={name} dir="auto">
            {text}
          </pre>
        </section>
      ))}
      {blocks.length > 0 && <p className="quiet">{t('About {count} tokens in all.', { count: total })}</p>}
    </details>
  )
}
