import type { Io, Output } from '../io.ts'
import { printable } from './terminal.ts'

type Outputs = Pick<Io, 'stdout' | 'stderr'>

/** Writes a line to standard output, without control characters. */
export function print(io: Outputs, text: string): void {
  io.stdout.write(`${printable(text)}\n`)
}

/** Writes one JSON document to standard output. */
export function printJson(io: Outputs, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document)}\n`)
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
