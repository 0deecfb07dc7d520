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

/** What hosts tolerate, but tools should avoid. */
export type WarningCode =
  | 'byte_order_mark'
  | 'carriage_return'
  | 'blank_line'
  | 'no_final_newline'
  | 'invalid_timestamp'
  | 'ok_after_error'
  | 'invalid_payload'
  | 'outstayed'

/** One problem of a tool's behaviour, and how to fix it. */
export interface Problem<Code extends string = ProblemCode> {
  code: Code
  /** What happened. */
  message: string
  /** The line of standard output, from 1. */
  line?: number
  /** The start of that line, at most 200 characters. */
  excerpt?: string
  /** What the protocol expects instead. */
  expected: string
  /** What to change in the tool. */
  fix: string
}

/** What the protocol expects and how to fix a tool, by code. */
export const remedies: Record<ProblemCode | WarningCode, { expected: string; fix: string }> = {
  invalid_json: {
    expected: 'one complete JSON object per line of standard output, and nothing else (001 §2.2–2.3)',
    fix: 'Print diagnostics to standard error, and write each event with a JSON library, on one line.',
  },
  not_an_object: {
    expected: 'a JSON object on every line (001 §2.2)',
    fix: 'Put the value in an event, such as a log with the value in "fields".',
  },
  unsupported_version: {
    expected: 'the field "version" with the string "0" in every event (001 §3)',
    fix: 'Add "version":"0", a string and not a number.',
  },
  unknown_event_type: {
    expected: 'one of the types log, state_patch, asset, ui_event, error, done (001 §3, §5.2)',
    fix: 'Use one of these types, or a ui_event with a custom name.',
  },
  invalid_event: {
    expected: 'the fields of the event type with their types (001 §4), at most 512 levels deep',
    fix: 'Add the missing field or fix the wrong one. Omit an optional field instead of writing null.',
  },
  invalid_utf8: {
    expected: 'UTF-8 on standard output (001 §2.3)',
    fix: 'Set the encoding of the output to UTF-8, and do not split a string inside a character.',
  },
  line_too_long: {
    expected: 'lines of at most 8 MiB',
    fix: 'Write large data to a file and emit an asset event.',
  },
  too_many_events: {
    expected: 'a limited number of events; the default limit is 250,000',
    fix: 'Emit progress less often. Write large data to a file and emit an asset event.',
  },
  no_done: {
    expected: 'exactly one done event at the end (001 §4.6)',
    fix: 'Emit {"version":"0","type":"done","ok":true} before every exit, with "ok":false after a failure.',
  },
  second_done: {
    expected: 'exactly one done event (001 §4.6)',
    fix: 'Return after the first done.',
  },
  event_after_done: {
    expected: 'nothing after done: hosts ignore it (001 §4.6)',
    fix: 'Emit done last, when all other work is finished.',
  },
  exit_code: {
    expected: 'exit code 0; any other code fails the invocation, regardless of done (001 §5.3)',
    fix: 'Report a failure with an error event and done with "ok":false, then exit with code 0.',
  },
  exit_signal: {
    expected: 'a process that exits with code 0 (001 §5.3)',
    fix: 'Look for a crash; standard error may show the cause.',
  },
  timeout: {
    expected: 'a process that exits within the time limit',
    fix: 'Look for an endless wait. Read standard input up to its end.',
  },
  duplicate_asset_id: {
    expected: 'an assetId that is unique within the invocation (001 §4.3)',
    fix: 'Give each asset a different id.',
  },
  invalid_media_type: {
    expected: 'a valid media type such as image/png (001 §4.3)',
    fix: 'Write type and subtype, separated by a slash.',
  },
  asset_missing: {
    expected: 'a file at the path of the asset when the event is emitted (001 §4.3)',
    fix: 'Write and close the file before emitting the event. Use an absolute path.',
  },
  asset_not_a_file: {
    expected: 'a regular file at the path of the asset (001 §4.3)',
    fix: 'Give the path of the file, not of its folder. Emit one asset event per file.',
  },
  asset_unreadable: {
    expected: 'a file that the host may read (001 §4.3)',
    fix: 'Change the permissions of the file.',
  },
  byte_order_mark: {
    expected: 'UTF-8 without byte order mark (001 §2.3)',
    fix: 'Write no byte order mark. In PowerShell and .NET use UTF8Encoding(false).',
  },
  carriage_return: {
    expected: 'lines that end in a single line feed (001 §2.3)',
    fix: 'Open standard output in binary mode, or set its line ending to \\n.',
  },
  blank_line: {
    expected: 'an event on every line (001 §2.3)',
    fix: 'Write one line feed after each event, not two.',
  },
  no_final_newline: {
    expected: 'a line feed after the last event',
    fix: 'End the last line like all others.',
  },
  invalid_timestamp: {
    expected: 'an ISO 8601 date and time such as 2026-01-24T12:00:00Z (001 §3)',
    fix: 'Format the timestamp, or omit it.',
  },
  ok_after_error: {
    expected: 'done with "ok":false after an error event (001 §4.5)',
    fix: 'Emit a log of level warn or error for a problem that did not fail the tool.',
  },
  invalid_payload: {
    expected: 'the defined payload of this ui_event (001 §4.4)',
    fix: 'Follow the protocol reference, or use a custom name.',
  },
  outstayed: {
    expected: 'the end of the process and its children at done; hosts end them after two seconds',
    fix: 'Close everything that keeps the process alive, and end its children before done.',
  },
}

/** Creates a problem with its remedy. */
export function problem<Code extends ProblemCode | WarningCode>(
  code: Code,
  message: string,
  where: { line?: number; excerpt?: string } = {},
): Problem<Code> {
  return { code, message, ...where, ...remedies[code] }
}
