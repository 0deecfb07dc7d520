import { mdiChevronDown, mdiChevronRight, mdiHelpCircleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../language/text.ts'
import type { StateChange, StateView } from '../../api/resources.ts'
import { Icon } from '../components/icon.tsx'
import { StateOriginButton } from './state-origin.tsx'

/** The number of entries of a list or object that are shown at first. */
const shownAtFirst = 100

/** The context of every line of the tree. */
interface Tree {
  sessionId: string
  /** The changes of the last turn by JSON Pointer. */
  changes: ReadonlyMap<string, StateChange>
  /** The pointers of all ancestors of a change. */
  above: ReadonlySet<string>
}

/** The state as a collapsible tree. Changes of the last turn are marked by colour and text. */
export function StateTree({ sessionId, view }: { sessionId: string; view: StateView }) {
  const tree = useMemo(() => describeTree(sessionId, view), [sessionId, view])
  const removed = view.changes.filter((change) => change.kind === 'removed')
  return (
    <>
      <Entries tree={tree} value={view.state} path={[]} />
      {removed.length > 0 && (
        <section className="removed" aria-label={t('Removed by this turn')}>
          <h2>{t('Removed by this turn')}</h2>
          <ul>
            {removed.map((change) => (
              <li key={pointerOf(change.path)}>
                <del>{change.path.join(' › ')}</del> <code>{preview(change.before ?? null)}</code>
                {change.toolId !== undefined && <small> {t('by {name}', { name: change.toolId })}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function describeTree(sessionId: string, { changes }: StateView): Tree {
  const above = new Set(changes.flatMap(({ path }) => path.map((_, length) => pointerOf(path.slice(0, length)))))
  return { sessionId, changes: new Map(changes.map((change) => [pointerOf(change.path), change])), above }
}

function Entries({ tree, value, path }: { tree: Tree; value: JsonObject | JsonValue[]; path: string[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  /** The button disappears, so the first further entry gets the focus. */
  function showAll() {
    flushSync(() => setAll(true))
    const first = list.current!.children[shownAtFirst] as HTMLElement
    first.tabIndex = -1
    first.focus()
  }
  const entries = Object.entries(value)
  const shown = all ? entries : entries.slice(0, shownAtFirst)
  return (
    <ul className="tree" ref={list}>
      {shown.map(([key, item]) => (
        <Entry
          key={key}
          tree={tree}
          name={key}
          value={item as JsonValue}
          path={[...path, key]}
          inList={Array.isArray(value)}
        />
      ))}
      {shown.length < entries.length && (
        <li>
          <Button size="small" onClick={showAll}>
            {t('Show the other {count}', { count: entries.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}

interface EntryProps {
  tree: Tree
  name: string
  value: JsonValue
  path: string[]
  inList: boolean
}

function Entry({ tree, name, value, path, inList }: EntryProps) {
  const pointer = pointerOf(path)
  const change = tree.changes.get(pointer)
  const [chosen, setChosen] = useState<boolean>()
  // Changed entries are open, also after later changes, unless the reader closed them.
  const open = chosen ?? (path.length < 2 || tree.above.has(pointer) || change !== undefined)
  const inner = typeof value === 'object' && value !== null ? (value as JsonObject | JsonValue[]) : undefined
  const count = inner ? Object.keys(inner).length : 0
  return (
    <li>
      <div className={change ? 'tree-line tree-changed' : 'tree-line'}>
        {inner && count > 0 ? (
          <button type="button" className="tree-toggle" aria-expanded={open} onClick={() => setChosen(!open)}>
            <Icon path={open ? mdiChevronDown : mdiChevronRight} fontSize="small" />
            <b className="tree-key">{name}</b>
          </button>
        ) : (
          <b className="tree-key tree-leaf">{name}</b>
        )}
        <Value value={value} open={open} />
        {change && <ChangeMark change={change} />}
        {!inList && <StateOriginButton sessionId={tree.sessionId} pointer={pointer} icon={mdiHelpCircleOutline} />}
      </div>
      {inner && open && count > 0 && <Entries tree={tree} value={inner} path={path} />}
    </li>
  )
}

function Value({ value, open }: { value: JsonValue; open: boolean }) {
  if (Array.isArray(value))
    return <span className="quiet">{value.length === 0 ? '[ ]' : open ? '' : `[ ${value.length} ]`}</span>
  if (typeof value === 'object' && value !== null) {
    const count = Object.keys(value).length
    return <span className="quiet">{count === 0 ? '{ }' : open ? '' : `{ ${count} }`}</span>
  }
  return <code className={`value-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</code>
}

function ChangeMark({ change }: { change: StateChange }) {
  return (
    <span className="change-mark">
      {verbs[change.kind]}
      {change.toolId !== undefined && ` ${t('by {name}', { name: change.toolId })}`}
      {change.kind === 'changed' && `, ${t('was {value}', { value: preview(change.before ?? null) })}`}
    </span>
  )
}

const verbs: Record<StateChange['kind'], string> = { added: t('added'), changed: t('changed'), removed: t('removed') }

/** A value in about 60 characters. A text that is cut keeps its quotation marks. */
function preview(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 58 ? `${value.slice(0, 57)}…` : value)
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function pointerOf(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
