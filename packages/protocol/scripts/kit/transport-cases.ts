import { invocation, type InvocationCase } from './kit-case.ts'
import { asset, done, error, line, log, patch, ui } from './lines.ts'

const base64 = (...bytes: number[]) => ({ base64: Buffer.from(bytes).toString('base64') })
const cut = (text: string) => text.slice(0, -1)
const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const bad = (id: string, title: string, bytes: number[]) =>
  invocation([`utf8-${id}`, '001 §2.3, reading', title], [log('before'), '{"a":"', base64(...bytes), '"}\n', done()], {
    events: 'log',
    errorCode: 'invalid_utf8',
    problems: 'invalid_utf8@2',
  })

const limit = Buffer.byteLength(cut(line({ type: 'log', level: 'info', message: 'x'.repeat(40) })))

/** 001 §2, §5: lines, encoding, order, ends. */
export const transportCases: InvocationCase[] = [
  invocation(['minimal', '001 §8, §4.6', 'A tool need emit nothing but done'], done(), { events: 'done' }),
  invocation(
    ['minimum-viable-tool', '001 §9', 'The example of the specification'],
    '{"version":"0","type":"log","level":"info","message":"Starting"}\n{"version":"0","type":"state_patch","patch":{"flags":{"torchLit":true}}}\n{"version":"0","type":"done","ok":true,"summary":"Torch lit."}\n',
    {
      events: 'log state_patch done',
      output: { flags: { torchLit: true } },
      state: {},
      expectState: { flags: { torchLit: true } },
    },
  ),
  invocation(
    ['every-type', '001 §4', 'All six types in one invocation'],
    [log(), patch({ a: 1 }), asset(), ui('narrative_choice', { choices: ['Open'] }), error(), done(false)],
    { events: 'log state_patch asset ui_event error done', errorCode: 'tool_failed', files: { 'a.png': 'file' } },
  ),
  invocation(
    ['any-order', '001 §5.1', 'Events may come in any order'],
    [patch({ a: 1 }), log('late'), ui('x'), asset(), patch({ b: 2 }), log('later'), done()],
    {
      events: 'state_patch log ui_event asset state_patch log done',
      output: { a: 1, b: 2 },
      assets: ['a'],
      files: { 'a.png': 'file' },
    },
  ),
  invocation(['no-output', '001 §4.6', 'No output and exit code 0 is no success'], '', {
    events: '',
    errorCode: 'no_done',
    problems: 'no_done',
  }),
  invocation(['crlf', '001 §2.3, reading', 'CRLF line ends are tolerated'], crlf(log() + done()), {
    events: 'log done',
    warnings: 'carriage_return@1',
  }),
  invocation(
    ['crlf-last-line', '001 §2.3, reading', 'A carriage return ends a last line without line feed'],
    `${log()}${cut(done())}\r`,
    { events: 'log done', warnings: 'carriage_return@2 no_final_newline@2' },
  ),
  invocation(['mixed-line-ends', '001 §2.3, reading', 'LF and CRLF may mix'], log('a') + crlf(log('b')) + done(), {
    events: 'log log done',
    warnings: 'carriage_return@2',
  }),
  invocation(['lone-cr', '001 §2.3', 'A carriage return alone ends no line'], `${cut(log())}\r${done()}`, {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1',
  }),
  invocation(['line-separator', '001 §2.3', 'U+2028 inside a text ends no line'], `${log('a\u2028b')}${done()}`, {
    events: 'log done',
  }),
  invocation(
    ['blank-lines', '001 §2.3, reading', 'Blank lines are tolerated and counted'],
    `\n\n${log()}\n${done()}\n`,
    { events: 'log done', warnings: 'blank_line@1' },
  ),
  invocation(['whitespace-lines', 'reading', 'Lines of blanks and tabs are blank'], ` \t\n${done()}   \n`, {
    events: 'done',
    warnings: 'blank_line@1',
  }),
  invocation(['line-number-after-blanks', 'reading', 'Line numbers count blank lines'], `\n\n${log()}\nnonsense\n`, {
    events: 'log',
    errorCode: 'invalid_json',
    problems: 'invalid_json@5',
    warnings: 'blank_line@1',
  }),
  invocation(['no-final-newline', 'reading', 'A last line without line feed counts'], log() + cut(done()), {
    events: 'log done',
    warnings: 'no_final_newline@2',
  }),
  invocation(
    ['byte-order-mark', 'reading', 'A byte order mark at the very start is skipped'],
    [base64(0xef, 0xbb, 0xbf), log(), done()],
    { events: 'log done', warnings: 'byte_order_mark@1' },
  ),
  invocation(
    ['byte-order-mark-later', 'reading', 'A byte order mark anywhere else is no JSON'],
    [log(), base64(0xef, 0xbb, 0xbf), done()],
    { events: 'log', errorCode: 'invalid_json', problems: 'invalid_json@2' },
  ),
  invocation(
    ['byte-order-mark-twice', 'reading', 'Only one byte order mark is skipped'],
    [base64(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf), done()],
    { events: '', errorCode: 'invalid_json', problems: 'invalid_json@1', warnings: 'byte_order_mark@1' },
  ),
  invocation(
    ['byte-order-mark-utf16', '001 §2.3', 'UTF-16 is no UTF-8'],
    [{ base64: Buffer.from(`\uFEFF${done()}`, 'utf16le').toString('base64') }],
    {
      events: '',
      errorCode: 'invalid_utf8',
      problems: 'invalid_utf8@1 invalid_json@2',
      warnings: 'no_final_newline@2',
    },
  ),
  invocation(
    ['inner-whitespace', '001 §2.3', 'Blanks around JSON tokens are JSON'],
    '  { "version" : "0" ,\t"type" : "done" , "ok" : true }  \n',
    { events: 'done' },
  ),
  invocation(
    ['pretty-printed', '001 §2.2', 'An object over several lines is not NDJSON'],
    '{\n  "version": "0",\n  "type": "done",\n  "ok": true\n}\n',
    {
      events: '',
      errorCode: 'invalid_json',
      problems: 'invalid_json@1 invalid_json@2 invalid_json@3 invalid_json@4 invalid_json@5',
    },
  ),
  invocation(['two-objects-on-a-line', '001 §2.2', 'Two objects on a line are not one'], cut(log()) + done(), {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1',
  }),
  invocation(['json-array', '001 §2.2', 'A list of events is no event'], `[${cut(log())},${cut(done())}]\n`, {
    events: '',
    errorCode: 'not_an_object',
    problems: 'not_an_object@1',
  }),
  invocation(['json-text', '001 §2.2', 'A JSON text is no event'], `"hello"\n${done()}`, {
    events: '',
    errorCode: 'not_an_object',
    problems: 'not_an_object@1',
  }),
  invocation(['json-number', '001 §2.2', 'A JSON number is no event'], `${log()}42\n`, {
    events: 'log',
    errorCode: 'not_an_object',
    problems: 'not_an_object@2',
  }),
  invocation(['json-null', '001 §2.2', 'null is no event'], `null\n${done()}`, {
    events: '',
    errorCode: 'not_an_object',
    problems: 'not_an_object@1',
  }),
  invocation(['json-true', '001 §2.2', 'true is no event'], `true\n${done()}`, {
    events: '',
    errorCode: 'not_an_object',
    problems: 'not_an_object@1',
  }),
  invocation(['stray-print-first', '001 §2.2', 'A stray print before the first event'], `Loading…\n${log()}${done()}`, {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1',
  }),
  invocation(
    ['stray-print-between', '001 §2.2', 'What came before a stray print counts, what follows does not'],
    `${log()}${patch({ a: 1 })}DEBUG x=1\n${patch({ b: 1 })}${done()}`,
    { events: 'log state_patch', errorCode: 'invalid_json', problems: 'invalid_json@3' },
  ),
  invocation(['stray-prints', '001 §2.2', 'A checker tells every stray print'], `a\n${log()}b\nc\n${done()}`, {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1 invalid_json@3 invalid_json@4',
  }),
  invocation(['truncated', '001 §2.3', 'A line that breaks off'], `${log()}{"version":"0","type":"do`, {
    events: 'log',
    errorCode: 'invalid_json',
    problems: 'invalid_json@2',
    warnings: 'no_final_newline@2',
  }),
  invocation(
    ['trailing-comma', '001 §2.3', 'JSON admits no trailing comma'],
    '{"version":"0","type":"done","ok":true,}\n',
    { events: '', errorCode: 'invalid_json', problems: 'invalid_json@1' },
  ),
  invocation(
    ['single-quotes', '001 §2.3', 'JSON admits no single quotes'],
    "{'version':'0','type':'done','ok':true}\n",
    { events: '', errorCode: 'invalid_json', problems: 'invalid_json@1' },
  ),
  invocation(
    ['json-comment', '001 §2.3', 'JSON admits no comment'],
    '{"version":"0",/* x */"type":"done","ok":true}\n',
    { events: '', errorCode: 'invalid_json', problems: 'invalid_json@1' },
  ),
  invocation(['nan', '001 §2.3', 'NaN is no JSON'], '{"version":"0","type":"state_patch","patch":{"a":NaN}}\n', {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1',
  }),
  invocation(['python-literal', '001 §2.3', 'True is no JSON'], '{"version":"0","type":"done","ok":True}\n', {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1',
  }),
  invocation(
    ['raw-control-character', '001 §2.3', 'A raw tab inside a text is no JSON'],
    '{"version":"0","type":"log","level":"info","message":"a\tb"}\n',
    { events: '', errorCode: 'invalid_json', problems: 'invalid_json@1' },
  ),
  invocation(
    ['escaped-characters', '001 §2.3', 'Escapes are JSON'],
    '{"version":"0","type":"log","level":"info","message":"\\u00e9\\ud83d\\udc4d\\n\\u0000"}\n' + done(),
    { events: 'log done' },
  ),
  invocation(
    ['lone-surrogate-escape', '001 §2.3', 'An escaped lone surrogate is valid JSON'],
    '{"version":"0","type":"log","level":"info","message":"\\ud83d"}\n' + done(),
    { events: 'log done' },
  ),
  invocation(
    ['duplicate-keys', '001 §3', 'Of equal keys the last counts'],
    '{"version":"1","version":"0","type":"log","type":"done","ok":false,"ok":true}\n',
    { events: 'done' },
  ),
  invocation(
    ['multibyte', '001 §2.3', 'Characters of two, three and four bytes'],
    log('é € 👍🏽 \u{10FFFF}') + done(true, { summary: '日本語' }),
    { events: 'log done' },
  ),
  bad('stray-byte', 'The byte FF occurs in no UTF-8', [0xff]),
  bad('lone-continuation', 'A continuation byte alone', [0x80]),
  bad('overlong', 'An overlong form', [0xc0, 0xaf]),
  bad('surrogate', 'A surrogate as three bytes', [0xed, 0xa0, 0x80]),
  bad('cut-character', 'A character that breaks off', [0xe2, 0x82]),
  bad('beyond-unicode', 'A code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]),
  bad('latin-1', 'Latin-1 is no UTF-8', [0x63, 0x61, 0x66, 0xe9]),
  invocation(
    ['utf8-events-before', 'reading', 'Bad bytes spoil their own line only from there on'],
    [log('a'), patch({ a: 1 }), base64(0xff), '\n', done()],
    { events: 'log state_patch', errorCode: 'invalid_utf8', problems: 'invalid_utf8@3' },
  ),
  invocation(
    ['line-at-limit', 'reading', 'A line may be as long as the limit, without its line break'],
    [line({ type: 'log', level: 'info', message: 'x'.repeat(40) }), done()],
    { events: 'log done', options: { maxLineBytes: limit } },
  ),
  invocation(
    ['line-over-limit', 'reading', 'A longer line is refused'],
    [line({ type: 'log', level: 'info', message: 'x'.repeat(41) }), done()],
    { events: '', errorCode: 'line_too_long', options: { maxLineBytes: limit }, problems: 'line_too_long@1' },
  ),
  invocation(
    ['line-over-limit-later', 'reading', 'What came before a too long line counts'],
    [log(), log('x'.repeat(200)), done()],
    { events: 'log', errorCode: 'line_too_long', options: { maxLineBytes: 120 }, problems: 'line_too_long@2' },
  ),
  invocation(
    ['line-limit-in-bytes', 'reading', 'The limit counts bytes, not characters'],
    [line({ type: 'log', level: 'info', message: 'é'.repeat(21) }), done()],
    { events: '', errorCode: 'line_too_long', options: { maxLineBytes: limit }, problems: 'line_too_long@1' },
  ),
  invocation(
    ['line-8-mib', 'reading', 'The default limit is 8 MiB'],
    ['{"version":"0","type":"log","level":"info","message":"', { repeat: 'x', times: 8 * 1024 * 1024 }, '"}\n', done()],
    { events: '', errorCode: 'line_too_long', problems: 'line_too_long@1' },
  ),
  invocation(
    ['line-1-mib', 'reading', 'A line of 1 MiB is accepted'],
    ['{"version":"0","type":"log","level":"info","message":"', { repeat: 'x', times: 1024 * 1024 }, '"}\n', done()],
    { events: 'log done' },
  ),
  invocation(['many-events', '001 §5.4', 'A thousand events'], [{ repeat: log('m'), times: 1_000 }, done()], {
    events: [...Array.from({ length: 1_000 }, () => 'log'), 'done'].join(' '),
  }),
  invocation(
    ['nesting-512', 'reading', '512 levels are accepted'],
    [
      '{"version":"0","type":"state_patch","patch":',
      { repeat: '{"a":', times: 511 },
      '1',
      { repeat: '}', times: 511 },
      '}\n',
      done(),
    ],
    { events: 'state_patch done', output: nest(511) },
  ),
  invocation(
    ['nesting-513', 'reading', 'More than 512 levels are refused'],
    [
      '{"version":"0","type":"state_patch","patch":',
      { repeat: '{"a":', times: 512 },
      '1',
      { repeat: '}', times: 512 },
      '}\n',
      done(),
    ],
    { events: '', errorCode: 'invalid_event', problems: 'invalid_event@1' },
  ),
  invocation(
    ['nesting-100000', 'reading, §5', 'Very deep nesting is refused and crashes nothing'],
    [
      '{"version":"0","type":"ui_event","event":"e","payload":',
      { repeat: '[', times: 100_000 },
      { repeat: ']', times: 100_000 },
      '}\n',
      done(),
    ],
    { events: '', errorCode: 'invalid_event', problems: 'invalid_event@1' },
  ),
  invocation(
    ['nesting-version', 'reading, §3.1', 'A version that is a very deep list is refused and crashes nothing'],
    ['{"version":', { repeat: '[', times: 100_000 }, { repeat: ']', times: 100_000 }, '}\n', done()],
    { events: '', errorCode: 'unsupported_version', problems: 'unsupported_version@1' },
  ),
  invocation(
    ['nesting-type', 'reading, §3.1', 'A type that is a very deep list is refused and crashes nothing'],
    ['{"version":"0","type":', { repeat: '[', times: 100_000 }, { repeat: ']', times: 100_000 }, '}\n', done()],
    { events: '', errorCode: 'invalid_event', problems: 'invalid_event@1' },
  ),
  invocation(
    ['open-brackets', 'reading', 'A flood of open brackets crashes nothing'],
    [{ repeat: '[', times: 100_000 }, '\n', done()],
    { events: '', errorCode: 'invalid_json', problems: 'invalid_json@1' },
  ),
  invocation(['shell-echo', '001 §2.2', 'The output of a program that knows no protocol'], 'Hello, world!\n', {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1',
  }),
  invocation(['html-error-page', '001 §2.2', 'An HTML page'], '<!DOCTYPE html>\n<html></html>\n', {
    events: '',
    errorCode: 'invalid_json',
    problems: 'invalid_json@1 invalid_json@2',
  }),
]

function nest(levels: number) {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value as never
}
