import type { Io, Output } from '../io.ts'
import { printable, printableJson } from '@narratoria/protocol/printable'

type Outputs = Pick<Io, 'stdout' | 'stderr'>

/** Writes a line to standard output, without control characters. */
export function print(io: Outputs, text: string): void {
  io.stdout.write(`${printable(text)}\n`)
}

/** Writes text to standard output, without control characters. */
export function printText(io: Outputs, text: string): void {
  io.stdout.write(printable(text))
}

/**
 * Writes text with the colors and weights of a `Terminal` to standard output, without other control characters. The text itself
 * was made printable before it was styled.
 */
export function printStyled(io: Outputs, text: string): void {
  io.stdout.write(
    text
      .split(style)
      .map((part) => (style.test(part) ? part : printable(part)))
      .join(''),
  )
}

// oxlint-disable-next-line no-control-regex -- the sequences that set and end a style
const style = /(\u001B\[\d*m)/

/** Writes one JSON document to standard output. `indent` defaults to one line. */
export function printJson(io: Outputs, document: unknown, indent?: number): void {
  io.stdout.write(`${printableJson(document, indent)}\n`)
}

/** Like {@link printJson}, as fast as the stream takes the documents. */
export function streamJson(io: Outputs, document: unknown): Promise<void> | undefined {
  return io.stdout.write(`${printableJson(document)}\n`) ? undefined : drained(io.stdout)
}

/** Writes a line to standard error, without control characters. */
export function printError(io: Outputs, text: string): void {
  io.stderr.write(`${printable(text)}\n`)
}

/** Writes a message of the program to standard error: `narratoria: …`. */
export function notify(io: Outputs, message: string): void {
  printError(io, `narratoria: ${message}`)
}

/** Writes pieces of text as fast as the stream takes them. */
export async function writePieces(stream: Output, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) if (!stream.write(piece)) await drained(stream)
}

/** Resolves when the stream has room again. */
export function drained(stream: Output): Promise<void> {
  return new Promise((resolve) => stream.once('drain', resolve))
}
