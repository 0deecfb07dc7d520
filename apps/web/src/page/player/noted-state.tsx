import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { t } from '../language/text.ts'
import { curled } from '../language/curled.ts'
import { plainName } from './skill-words.ts'

/** Keys that skills keep for themselves. */
const own = new Set(['world', 'story', 'portraits', 'memory', 'choices', 'perception'])
const maxEntries = 60
const maxDepth = 4

/** What tools noted about a story, as lists of names and values instead of JSON. */
export function NotedState({ state }: { state: JsonObject }) {
  const shown = Object.entries(state).filter(([key, value]) => !own.has(key) && !key.startsWith('_') && value !== null)
  if (shown.length === 0) return <p className="quiet">{t('Nothing else was noted.')}</p>
  return <List entries={shown} depth={0} />
}

function List({ entries, depth }: { entries: [string, JsonValue][]; depth: number }) {
  const rest = entries.length - maxEntries
  return (
    <dl className="noted">
      {entries.slice(0, maxEntries).map(([key, value]) => (
        <div key={key}>
          <dt dir="auto">{plainName(key)}</dt>
          <dd dir="auto">
            <Value value={value} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {rest > 0 && <p className="quiet">{t('{count} more are in the details.', { count: rest })}</p>}
    </dl>
  )
}

function Value({ value, depth }: { value: JsonValue; depth: number }) {
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (value === null) return t('nothing')
  if (typeof value !== 'object') return curled(String(value))
  const isPlain = Array.isArray(value) && value.every((entry) => typeof entry !== 'object')
  if (isPlain)
    return value.length === 0
      ? t('nothing')
      : value
          .slice(0, maxEntries)
          .map((entry) => curled(String(entry)))
          .join(', ')
  if (depth >= maxDepth) return '…'
  return <List entries={Object.entries(value)} depth={depth} />
}
