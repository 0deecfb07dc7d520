import Button from '@mui/material/Button'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted, t } from '../language/text.ts'
import type { LogLine, ToolView } from '../../api/turn-view.ts'

/** The least number of log lines that are rendered at first, if there are as many. */
const shownAtFirst = 100
/** Lines leave the top in groups, so that most new lines move none of the others. */
const groupSize = 50

/** The log of a tool. It stays at its end unless the reader scrolls up. */
export function LogView({ tool }: { tool: ToolView }) {
  const box = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  useLayoutEffect(() => {
    if (box.current && following.current) box.current.scrollTop = box.current.scrollHeight
  }, [tool.log])
  const [all, setAll] = useState(false)
  const [withDebug, setDebug] = useState(false)
  if (tool.log.length === 0) return null
  const debugLines = withDebug ? 0 : tool.log.filter(({ level }) => level === 'debug').length
  const left = Math.floor((tool.droppedLines + tool.log.length - shownAtFirst) / groupSize) * groupSize
  const lines = all ? tool.log : tool.log.slice(Math.max(0, left - tool.droppedLines))
  return (
    <>
      {tool.droppedLines > 0 && (
        <p className="quiet">
          {counted(tool.droppedLines, 'One older line is not kept here.', '{count} older lines are not kept here.')}
        </p>
      )}
      {lines.length < tool.log.length && (
        <Button
          size="small"
          onClick={() => {
            // The button disappears.
            box.current?.focus()
            setAll(true)
          }}
        >
          {counted(tool.log.length - lines.length, 'Show one older line', 'Show {count} older lines')}
        </Button>
      )}
      {debugLines > 0 && (
        <Button
          size="small"
          onClick={() => {
            flushSync(() => setDebug(true))
            // The button is gone.
            box.current?.focus()
          }}
        >
          {counted(debugLines, 'Show one debug line', 'Show {count} debug lines')}
        </Button>
      )}
      <div
        className="log"
        hidden={debugLines === lines.length}
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('Log of {tool}', { tool: tool.toolId })}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          following.current = scrollHeight - scrollTop - clientHeight < 24
        }}
      >
        {lines
          .filter(({ level }) => withDebug || level !== 'debug')
          .map((line) => (
            <Line key={line.number} line={line} />
          ))}
      </div>
    </>
  )
}

const Line = memo(function Line({ line }: { line: LogLine }) {
  return (
    <p className={`log-${line.level}`}>
      <time>{clock(line.at)}</time> <b>{line.level}</b> <span>{line.message}</span>
      {line.fields && <code> {JSON.stringify(line.fields)}</code>}
    </p>
  )
})

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

function clock(at: number): string {
  return Number.isFinite(at) ? time.format(at) : ''
}
