import { invocation, type InvocationCase } from './kit-case.ts'
import { asset, done, log, patch } from './lines.ts'

/** Ends that the host has to bring about, and floods. */
export const lateCases: InvocationCase[] = [
  invocation(['timed-out', 'reading', 'A tool that takes too long fails'], [log(), patch({ a: 1 })], {
    events: 'log state_patch',
    timedOut: true,
    errorCode: 'timeout',
    problems: 'timeout',
    state: {},
    expectState: {},
  }),
  invocation(['timed-out-silent', 'reading', 'A tool that says nothing in time fails'], '', {
    events: '',
    timedOut: true,
    errorCode: 'timeout',
    problems: 'timeout',
  }),
  invocation(
    ['timed-out-half-line', 'reading', 'A line that was still being written is read as far as it came'],
    [log(), '{"version":"0","type":"done","ok":true}'],
    { events: 'log done', timedOut: true, errorCode: 'timeout', problems: 'timeout', warnings: 'no_final_newline@2' },
  ),
  invocation(
    ['bad-line-then-idle', '001 §5.2, reading', 'A bad line ends a tool before its time does'],
    ['Loading\n'],
    {
      events: '',
      timedOut: true,
      errorCode: 'invalid_json',
      problems: 'invalid_json@1 timeout',
    },
  ),
  invocation(
    ['outstayed-done', '001 §4.6, reading', 'What still runs after done is ended, and fails nothing'],
    [patch({ a: 1 }), asset(), done()],
    {
      events: 'state_patch asset done',
      exitCode: null,
      outstayed: true,
      output: { a: 1 },
      assets: ['a'],
      files: { 'a.png': 'file' },
      warnings: 'outstayed',
    },
  ),
  invocation(['outstayed-done-failed', '001 §4.6, reading', 'A reported failure stays one'], [done(false)], {
    events: 'done',
    exitCode: null,
    outstayed: true,
    errorCode: 'tool_failed',
    warnings: 'outstayed',
  }),
  invocation(
    ['outstayed-children', 'reading', 'A child that holds the output open fails nothing'],
    [patch({ a: 1 }), done()],
    { events: 'state_patch done', outstayed: true, output: { a: 1 }, warnings: 'outstayed' },
  ),
  invocation(
    ['outstayed-children-exit-1', '001 §5.3, reading', 'A failing exit code fails, whoever still runs'],
    [done()],
    {
      events: 'done',
      exitCode: 1,
      outstayed: true,
      errorCode: 'exit_code',
      problems: 'exit_code',
      warnings: 'outstayed',
    },
  ),
  invocation(
    ['too-many-events', 'reading', 'More events than the host allows end the invocation'],
    [patch({ a: 1 }), patch({ a: 2 }), patch({ a: 3 }), done()],
    {
      events: 'state_patch state_patch',
      options: { maxEvents: 2 },
      errorCode: 'too_many_events',
      problems: 'too_many_events@3',
    },
  ),
  invocation(['most-events', 'reading', 'As many events as allowed, done included'], [log(), log(), done()], {
    events: 'log log done',
    options: { maxEvents: 3 },
  }),
  invocation(['most-events-then-done', 'reading', 'done counts as an event'], [log(), log(), done()], {
    events: 'log log',
    options: { maxEvents: 2 },
    errorCode: 'too_many_events',
    problems: 'too_many_events@3',
  }),
]
