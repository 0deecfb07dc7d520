import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { EventReader } from '@narratoria/protocol'
import { LineReader } from '@narratoria/protocol/rules'
import ndjson from 'ndjson'
import split2 from 'split2'
import jsonLines, { type JsonlItem } from 'stream-json/jsonl/parser.js'
import type { BenchCase, Contender } from '../bench-case.ts'
import { versionOf } from '../package-version.ts'

const blockBytes = 64 * 1024

function smallEvents(count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) =>
      `{"version":"0","type":"log","level":"info","message":"step ${at} of the way","fields":{"at":${at},"done":false}}`,
  )
}

function longLines(count: number, bytes: number): string[] {
  const item = '{"name":"torch","lit":true,"turns":[1,2,3]}'
  const items = Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',')
  return Array.from(
    { length: count },
    (_, at) => `{"version":"0","type":"state_patch","patch":{"at":${at},"items":[${items}]}}`,
  )
}

function blocksOf(lines: readonly string[]): Buffer[] {
  const whole = Buffer.from(`${lines.join('\n')}\n`)
  return Array.from({ length: Math.ceil(whole.length / blockBytes) }, (_, at) =>
    whole.subarray(at * blockBytes, (at + 1) * blockBytes),
  )
}

function caseOf(name: string, lines: string[], bars: { read: number; validated: number }): BenchCase {
  const blocks = blocksOf(lines)
  const counted = (read: (count: (event: unknown) => void) => unknown) => async () => {
    let events = 0
    await read(() => (events += 1))
    if (events !== lines.length) throw new Error(`${events} of ${lines.length} events`)
  }
  const stream = () => Readable.from(blocks, { objectMode: false })
  const peers: Contender[] = [
    {
      name: 'web streams: TextDecoderStream and a split',
      version: process.version,
      run: counted(async (count) => {
        let rest = ''
        const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
        for await (const text of (Readable.toWeb(stream()) as ReadableStream<Uint8Array>).pipeThrough(decoder)) {
          const parts = (rest + text).split('\n')
          rest = parts.pop()!
          for (const part of parts) count(JSON.parse(part))
        }
      }),
    },
    {
      name: 'readline',
      version: process.version,
      run: counted(async (count) => {
        for await (const line of createInterface({ input: stream() })) count(JSON.parse(line))
      }),
    },
    {
      name: 'split2',
      version: versionOf('split2'),
      run: counted(async (count) => {
        for await (const event of stream().pipe(split2((line: string) => JSON.parse(line) as unknown))) count(event)
      }),
    },
    {
      name: 'ndjson',
      version: versionOf('ndjson'),
      run: counted(async (count) => {
        for await (const event of stream().pipe(ndjson.parse())) count(event)
      }),
    },
    {
      name: 'stream-json, its JSONL parser',
      version: versionOf('stream-json'),
      run: counted(async (count) => {
        for await (const { value } of stream().pipe(jsonLines.asStream()) as AsyncIterable<JsonlItem>) count(value)
      }),
    },
  ]
  return {
    name,
    rounds: 7,
    reference: {
      name: 'JSON.parse of lines already split',
      run: counted((count) => {
        for (const line of lines) count(JSON.parse(line))
      }),
    },
    contenders: [
      {
        name: 'LineReader and JSON.parse',
        bar: bars.read,
        run: counted((count) => {
          const reader = new LineReader((line) => count(JSON.parse(line)))
          for (const block of blocks) reader.write(block)
          reader.end()
        }),
      },
      {
        name: 'EventReader, every event validated',
        bar: bars.validated,
        run: counted((count) => {
          const reader = new EventReader(count)
          for (const block of blocks) reader.write(block)
          reader.end()
        }),
      },
      ...peers,
    ],
  }
}

export function cases(): BenchCase[] {
  return [
    caseOf('reading 200,000 small events', smallEvents(200_000), { read: 1.25, validated: 1.6 }),
    caseOf('reading 4 lines of 5 MB', longLines(4, 5_000_000), { read: 1.5, validated: 1.5 }),
  ]
}
