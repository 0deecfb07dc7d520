import { refused, v } from './event-case.ts'
import { invocation, type InvocationCase } from './kit-case.ts'
import { asset, done, line, log, patch } from './lines.ts'

/** 001 §4.6, §5.3: done, and the end of the process. */
export const doneCases: InvocationCase[] = [
  invocation(['done-ok', '001 §4.6', 'ok true is success'], done(true, { summary: 'Torch lit.' }), { events: 'done' }),
  invocation(['done-failed', '001 §4.6, reading', 'ok false is a controlled failure'], done(false), {
    events: 'done',
    errorCode: 'tool_failed',
  }),
  invocation(['done-empty-summary', '001 §4.6', 'A summary may be empty'], done(true, { summary: '' }), {
    events: 'done',
  }),
  refused('done-ok-missing', '001 §4.6', 'done says ok', { ...v, type: 'done' }),
  refused('done-ok-text', '001 §4.6', 'ok is true or false', { ...v, type: 'done', ok: 'true' }),
  refused('done-ok-number', '001 §4.6', 'ok is true or false', { ...v, type: 'done', ok: 1 }),
  refused('done-ok-null', '001 §4.6', 'ok is true or false', { ...v, type: 'done', ok: null }),
  refused('done-summary-null', '001 §4.6, reading', 'An absent summary is left out, not null', {
    ...v,
    type: 'done',
    ok: true,
    summary: null,
  }),
  invocation(
    ['no-done', '001 §4.6, reading', 'An end without done is a failure, even with exit code 0'],
    [log(), patch({ a: 1 })],
    { events: 'log state_patch', errorCode: 'no_done', problems: 'no_done' },
  ),
  invocation(
    ['no-done-exit-1', '001 §4.6, §5.3', 'No done and a non-zero exit code is a protocol-level failure'],
    [log()],
    { events: 'log', exitCode: 1, errorCode: 'exit_code', problems: 'exit_code' },
  ),
  invocation(
    ['done-exit-1', '001 §5.3, reading', 'A non-zero exit code fails, whatever done says'],
    [patch({ a: 1 }), done()],
    { events: 'state_patch done', exitCode: 1, errorCode: 'exit_code', problems: 'exit_code' },
  ),
  invocation(['done-exit-255', '001 §5.3', 'Any non-zero exit code'], [done()], {
    events: 'done',
    exitCode: 255,
    errorCode: 'exit_code',
    problems: 'exit_code',
  }),
  invocation(
    ['done-failed-exit-1', '001 §5.3', 'A reported failure stays one with a non-zero exit code'],
    [done(false)],
    { events: 'done', exitCode: 1, errorCode: 'tool_failed', problems: 'exit_code' },
  ),
  invocation(['killed', '001 §4.6, reading', 'A signal is a premature end'], [log()], {
    events: 'log',
    exitSignal: 'SIGKILL',
    errorCode: 'exit_signal',
    problems: 'exit_signal',
  }),
  invocation(
    ['killed-after-done', 'reading', 'A signal fails the attempt, also after done'],
    [patch({ a: 1 }), done()],
    { events: 'state_patch done', exitSignal: 'SIGSEGV', errorCode: 'exit_signal', problems: 'exit_signal' },
  ),
  invocation(['crash-half-line', '001 §4.6, reading', 'A crash in the middle of a line'], ['{"version":"0","ty'], {
    events: '',
    exitSignal: 'SIGABRT',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1 exit_signal',
    warnings: 'no_final_newline@1',
  }),
  invocation(['log-after-done', '001 §4.6, reading', 'Events after done are ignored'], [done(), log()], {
    events: 'done',
    problems: 'event_after_done@2',
  }),
  invocation(
    ['patch-after-done', '001 §4.6, reading', 'A patch after done changes nothing'],
    [patch({ a: 1 }), done(), patch({ a: 2 })],
    { events: 'state_patch done', output: { a: 1 }, problems: 'event_after_done@3', state: {}, expectState: { a: 1 } },
  ),
  invocation(['asset-after-done', 'reading', 'An asset after done is not registered'], [done(), asset()], {
    events: 'done',
    problems: 'event_after_done@2',
    files: { 'a.png': 'file' },
  }),
  invocation(['second-done', '001 §4.6', 'There is one done'], [done(), done()], {
    events: 'done',
    problems: 'second_done@2',
  }),
  invocation(['second-done-contradicts', '001 §4.6', 'The first done counts'], [done(), done(false)], {
    events: 'done',
    problems: 'second_done@2',
  }),
  invocation(['second-done-mends', '001 §4.6', 'A later done mends no failure'], [done(false), done()], {
    events: 'done',
    errorCode: 'tool_failed',
    problems: 'second_done@2',
  }),
  invocation(
    ['garbage-after-done', '001 §4.6, reading', 'What follows done is ignored, whatever it is'],
    [patch({ a: 1 }), done(), 'bye\n'],
    { events: 'state_patch done', output: { a: 1 }, problems: 'invalid_json@3' },
  ),
  invocation(
    ['unknown-type-after-done', 'reading', 'An unknown type after done fails nothing'],
    [done(), line({ type: 'x' })],
    { events: 'done', problems: 'unknown_event_type@2' },
  ),
  invocation(
    ['bad-bytes-after-done', 'reading', 'Bad bytes after done fail nothing'],
    [done(), { base64: '/w==' }, '\n'],
    { events: 'done', problems: 'invalid_utf8@2' },
  ),
]
