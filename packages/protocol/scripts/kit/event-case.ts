import { invocation } from './kit-case.ts'
import { done, log } from './lines.ts'

/** An event that is refused on the second line, after a log. */
export const refused = (id: string, clauses: string, title: string, event: string | object, code = 'invalid_event') =>
  invocation(
    [id, clauses, title],
    [log(), typeof event === 'string' ? `${event}\n` : `${JSON.stringify(event)}\n`, done()],
    {
      events: 'log',
      errorCode: code,
      problems: `${code}@2`,
    },
  )
/** An event that is accepted, before done. */
export const accepted = (
  id: string,
  clauses: string,
  title: string,
  event: string,
  more: Partial<Parameters<typeof invocation>[2]> = {},
) =>
  invocation([id, clauses, title], [event, done()], {
    events: `${(JSON.parse(event) as { type: string }).type} done`,
    ...more,
  })

/** The start of every event that is written by hand. */
export const v = { version: '0' }
