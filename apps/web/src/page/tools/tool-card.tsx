import {
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiCircleOutline,
  mdiClockOutline,
  mdiMinusCircleOutline,
  mdiProgressClock,
  mdiRefresh,
  mdiStopCircleOutline,
} from '@mdi/js'
import type { JsonObject } from '@narratoria/protocol'
import { memo, useState, useEffect } from 'react'
import { t } from '../language/text.ts'
import type { ToolStatus, ToolView } from '../../api/turn-view.ts'
import { Icon } from '../components/icon.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { StatusChip, type StatusColour } from '../components/status-chip.tsx'
import { curled } from '../language/curled.ts'
import { LogView } from './log-view.tsx'
import { duration, fractionOf, statusWords } from './tool-words.ts'

const icons: Record<ToolStatus, string> = {
  pending: mdiCircleOutline,
  waiting: mdiClockOutline,
  running: mdiProgressClock,
  retrying: mdiRefresh,
  completed: mdiCheckCircleOutline,
  failed: mdiAlertCircleOutline,
  skipped: mdiMinusCircleOutline,
  timeout: mdiAlertCircleOutline,
  cancelled: mdiStopCircleOutline,
}

const colours: Partial<Record<ToolStatus, StatusColour>> = {
  running: 'primary',
  retrying: 'primary',
  completed: 'secondary',
  failed: 'error',
  timeout: 'error',
}

/** One tool with its status, progress, log and errors. */
export const ToolCard = memo(function ToolCard({ tool, id }: { tool: ToolView; id: string }) {
  return (
    <article className={`tool tool-${tool.status}`} id={id} tabIndex={-1} aria-label={tool.toolId}>
      <header>
        <span className="tool-icon">
          <Icon path={icons[tool.status]} />
        </span>
        <div>
          <h3>{tool.script}</h3>
          <p className="quiet">
            {[
              tool.skill,
              tool.toolId,
              !tool.required && t('optional'),
              tool.reused && t('recorded result used, nothing ran'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <StatusChip label={statusWords[tool.status]} colour={colours[tool.status]} />
      </header>
      <Progress tool={tool} />
      {tool.summary !== undefined && <p className="tool-summary">{curled(tool.summary)}</p>}
      <Errors tool={tool} />
      <Attempts tool={tool} />
      <LogView tool={tool} />
      <Context input={tool.input} stderr={tool.stderr} />
    </article>
  )
})

function Progress({ tool }: { tool: ToolView }) {
  if (tool.status === 'waiting')
    return (
      <p className="quiet">
        {tool.waitsFor.length > 0
          ? t('Waits for {tools}.', { tools: tool.waitsFor.join(', ') })
          : t('Waits for a free slot.')}
      </p>
    )
  if (tool.status === 'retrying')
    return (
      <p className="quiet">
        {t('Attempt {number} follows in {time}.', {
          number: tool.attempt + 1,
          time: duration(tool.retryDelayMs ?? 0),
        })}
      </p>
    )
  if (tool.status !== 'running') return null
  return (
    <RunningProgress
      toolId={tool.toolId}
      fraction={fractionOf(tool.progress)}
      label={tool.progress?.label}
      startedAt={tool.startedAt}
    />
  )
}

interface RunningProgressProps {
  toolId: string
  fraction: number | undefined
  label: string | undefined
  startedAt: number | undefined
}

const RunningProgress = memo(function RunningProgress({ toolId, fraction, label, startedAt }: RunningProgressProps) {
  return (
    <div className="tool-progress">
      <ProgressBar label={t('Progress of {tool}', { tool: toolId })} fraction={fraction} />
      <p className="quiet">
        <span>{label ?? t('At work')}</span>
        <span>
          {fraction !== undefined && `${Math.round(fraction * 100)} % · `}
          <Elapsed since={startedAt} />
        </span>
      </p>
    </div>
  )
})

function Errors({ tool }: { tool: ToolView }) {
  const own = tool.error !== undefined && !tool.errors.some(({ message }) => message === tool.error)
  if (tool.errors.length === 0 && !own) return null
  return (
    <ul className="tool-errors" aria-label={t('Errors')}>
      {tool.errors.map((error, index) => (
        <li key={index} className="note note-error">
          <strong>{error.code}</strong> {error.message}{' '}
          <small className="quiet">{t('attempt {number}', { number: error.attempt })}</small>{' '}
          {error.details && <Details details={error.details} />}
        </li>
      ))}
      {own && (
        <li className="note note-error">
          <strong>{tool.errorCode ?? t('error')}</strong> {tool.error}
        </li>
      )}
    </ul>
  )
}

function Details({ details }: { details: JsonObject }) {
  const line = JSON.stringify(details)
  return line.length < 80 ? <code>{line}</code> : <pre tabIndex={0}>{JSON.stringify(details, null, 2)}</pre>
}

type Attempt = ToolView['attempts'][number]

function Attempts({ tool }: { tool: ToolView }) {
  if (tool.attempts.length === 0) return null
  return (
    <ol className="attempts quiet" aria-label={t('Attempts')}>
      {tool.attempts.map((attempt) => (
        <li key={attempt.attempt}>{wordsOf(attempt)}</li>
      ))}
    </ol>
  )
}

function wordsOf({ attempt, ok, errorCode, startedAt, endedAt, exitCode, exitSignal }: Attempt): string {
  const result = ok ? t('succeeded') : (errorCode ?? t('failed'))
  return [
    t('Attempt {number}: {result} after {time}', { number: attempt, result, time: duration(endedAt - startedAt) }),
    exitCode !== undefined && t('exit code {code}', { code: exitCode }),
    exitSignal !== undefined && t('ended by {signal}', { signal: exitSignal }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The input and the standard error of a tool. */
const Context = memo(function Context({ input, stderr }: Pick<ToolView, 'input' | 'stderr'>) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{stderr === undefined ? t('Input') : t('Input and standard error')}</summary>
      {open && (
        <>
          <pre tabIndex={0}>{JSON.stringify(input, null, 2)}</pre>
          {stderr !== undefined && <pre tabIndex={0}>{stderr}</pre>}
        </>
      )}
    </details>
  )
})

/** How long something has been going on. */
function Elapsed({ since }: { since: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return since === undefined ? null : <>{duration(Math.max(0, now - since))}</>
}
