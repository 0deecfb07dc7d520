import type { ProtocolErrorCode } from '../errors.ts'
import type { AssetCode } from '../rules/asset-fault.ts'
import type { EndCode } from '../rules/attempt-failure.ts'

/** Breaches of the protocol. */
export type ProblemCode =
  | ProtocolErrorCode
  | EndCode
  | AssetCode
  | 'too_many_events'
  | 'second_done'
  | 'event_after_done'
  | 'timeout'

/** What hosts tolerate, and a tool should not count on. */
export type WarningCode =
  | 'byte_order_mark'
  | 'carriage_return'
  | 'blank_line'
  | 'no_final_newline'
  | 'invalid_timestamp'
  | 'ok_after_error'
  | 'invalid_payload'
  | 'outstayed'

/** One thing that is wrong with a tool's behaviour, and how to mend it. */
export interface Problem<Code extends string = ProblemCode> {
  code: Code
  /** What happened. */
  message: string
  /** The line of standard output, counted from 1. */
  line?: number
  /** The start of that line, at most 200 characters. */
  excerpt?: string
  /** What the protocol expects instead. */
  expected: string
  /** What to change in the tool. */
  fix: string
}

/** For each code what the protocol expects, and how a tool comes to meet it. */
export const remedies: Record<ProblemCode | WarningCode, { expected: string; fix: string }> = {
  invalid_json: {
    expected: 'one complete JSON object per line of standard output, and nothing else (001 §2.2–2.3)',
    fix: 'Print diagnostics to standard error, and write each event by a JSON library, in one piece without line breaks inside.',
  },
  not_an_object: {
    expected: 'a JSON object on every line (001 §2.2)',
    fix: 'Wrap the value into an event, such as a log with the value in "fields".',
  },
  unsupported_version: {
    expected: 'the field "version" with the text "0" in every event (001 §3)',
    fix: 'Add "version":"0", a text and not a number.',
  },
  unknown_event_type: {
    expected: 'one of the types log, state_patch, asset, ui_event, error, done (001 §3, §5.2)',
    fix: 'Use a defined type; for anything of your own emit a ui_event with a name of your own.',
  },
  invalid_event: {
    expected: 'the fields of the event’s type with their types (001 §4), at most 512 levels deep',
    fix: 'Add the missing field or mend the wrong one; leave out an optional field rather than writing null.',
  },
  invalid_utf8: {
    expected: 'UTF-8 on standard output (001 §2.3)',
    fix: 'Set the output’s encoding to UTF-8, and never cut a text inside a character.',
  },
  line_too_long: {
    expected: 'lines of at most 8 MiB',
    fix: 'Write large data to a file and emit an asset event.',
  },
  too_many_events: {
    expected: 'a bounded number of events, 250,000 unless the host says otherwise',
    fix: 'Emit progress now and then, not for every step; write large data to a file and emit an asset event.',
  },
  no_done: {
    expected: 'exactly one done event at the end (001 §4.6)',
    fix: 'Emit {"version":"0","type":"done","ok":true} on every way out, "ok":false on the failed ones.',
  },
  second_done: {
    expected: 'exactly one done event (001 §4.6)',
    fix: 'Return after the first done.',
  },
  event_after_done: {
    expected: 'nothing after done: hosts ignore it (001 §4.6)',
    fix: 'Emit done last, when all other work has finished.',
  },
  exit_code: {
    expected: 'exit code 0, whatever done says: another code fails the invocation (001 §5.3)',
    fix: 'Report a failure by an error event and done with "ok":false, then exit with 0.',
  },
  exit_signal: {
    expected: 'a process that ends by itself with exit code 0 (001 §5.3)',
    fix: 'Look for a crash: what it wrote to standard error may tell.',
  },
  timeout: {
    expected: 'an end within the time limit',
    fix: 'Look for a wait that never ends; read standard input to its end, not until more comes.',
  },
  duplicate_asset_id: {
    expected: 'an assetId that is unique in the invocation (001 §4.3)',
    fix: 'Give each asset an id of its own.',
  },
  invalid_media_type: {
    expected: 'a valid media type such as image/png (001 §4.3)',
    fix: 'Write type and subtype, separated by a slash.',
  },
  asset_missing: {
    expected: 'a file at the asset’s path when the event is emitted (001 §4.3)',
    fix: 'Write and close the file first; use an absolute path.',
  },
  asset_not_a_file: {
    expected: 'a regular file at the asset’s path (001 §4.3)',
    fix: 'Name the file, not its folder; emit one asset event per file.',
  },
  asset_unreadable: {
    expected: 'a file that the host may read (001 §4.3)',
    fix: 'Loosen the file’s permissions.',
  },
  byte_order_mark: {
    expected: 'UTF-8 without byte order mark (001 §2.3)',
    fix: 'Switch the mark off; in PowerShell and .NET use UTF8Encoding(false).',
  },
  carriage_return: {
    expected: 'lines that end in a line feed alone (001 §2.3)',
    fix: 'Open standard output in binary mode, or set its line ending to \\n.',
  },
  blank_line: {
    expected: 'an event on every line (001 §2.3)',
    fix: 'Print one line feed after each event, not two.',
  },
  no_final_newline: {
    expected: 'a line feed after the last event, too',
    fix: 'End the last line as all others.',
  },
  invalid_timestamp: {
    expected: 'an ISO 8601 date and time such as 2026-01-24T12:00:00Z (001 §3)',
    fix: 'Format the timestamp, or leave it out.',
  },
  ok_after_error: {
    expected: 'done with "ok":false after an error event (001 §4.5)',
    fix: 'Emit a log of level warn or error for what did not fail the work.',
  },
  invalid_payload: {
    expected: 'the payload that hosts know for this ui_event (001 §4.4)',
    fix: 'Follow the protocol reference, or use a name of your own.',
  },
  outstayed: {
    expected: 'an end of the process and of all that it started at done; hosts end what is left after two seconds',
    fix: 'Close what keeps the process alive, and end its children before done.',
  },
}

/** Makes a problem of a code, with its remedy. */
export function problem<Code extends ProblemCode | WarningCode>(
  code: Code,
  message: string,
  where: { line?: number; excerpt?: string } = {},
): Problem<Code> {
  return { code, message, ...where, ...remedies[code] }
}
