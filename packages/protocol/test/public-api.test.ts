import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as bounded from '../src/bounded.ts'
import * as errors from '../src/errors.ts'
import * as eventSink from '../src/event-sink.ts'
import * as protocol from '../src/index.ts'
import * as conformance from '../src/conformance/index.ts'
import * as light from '../src/light/index.ts'
import * as printable from '../src/printable.ts'
import * as requireNode from '../src/require-node.ts'
import * as rules from '../src/rules/index.ts'
import * as skill from '../src/skill/index.ts'

describe('the public names', () => {
  it('are pinned', () => {
    expect(Object.keys(protocol).sort()).toEqual([
      'AssetEvent',
      'Choice',
      'DoneEvent',
      'ErrorEvent',
      'EventReader',
      'ExecutionEvent',
      'ExecutionResult',
      'FailureReason',
      'LogEvent',
      'NarratoriaError',
      'Plan',
      'ProtocolError',
      'ProtocolEvent',
      'RegisteredAsset',
      'RetryPolicy',
      'StatePatchEvent',
      'StoryNotes',
      'ToolAttempt',
      'ToolInvocation',
      'ToolRequest',
      'ToolResult',
      'ToolState',
      'TurnAttempt',
      'TurnEvent',
      'TurnResult',
      'UiEvent',
      'describeIssues',
      'isJsonObject',
      'listIssues',
      'matches',
      'mergePatch',
      'mergePatches',
      'parseEvent',
      'parseEvents',
    ])
    expect(Object.keys(errors).sort()).toEqual(['NarratoriaError', 'ProtocolError'])
    expect(Object.keys(bounded).sort()).toEqual([
      'TimeLimitError',
      'listForeignIssues',
      'listIssuesWithin',
      'matchesForeign',
      'runBounded',
    ])
    expect(Object.keys(light).sort()).toEqual([
      'ProtocolError',
      'isJsonObject',
      'mergePatch',
      'mergePatches',
      'readJsonLines',
    ])
    expect(Object.keys(printable).sort()).toEqual(['escapeUnsafe', 'printable', 'printableJson'])
    expect(Object.keys(eventSink).sort()).toEqual(['EventSink', 'isPromise'])
    expect(Object.keys(conformance)).toEqual(['judge'])
    expect(Object.keys(rules).sort()).toEqual([
      'LineReader',
      'clearNegativeZeros',
      'countKeys',
      'findAssetFault',
      'findAttemptFailure',
      'findInfinite',
      'findReferences',
      'findTooWide',
      'isMediaType',
      'isReference',
      'isShort',
      'jsonPieces',
      'maxObjectKeys',
      'mergeShared',
      'parseChoices',
      'resolveReferences',
    ])
    expect(Object.keys(requireNode)).toEqual(['requireNode'])
    expect(Object.keys(skill).sort()).toEqual([
      'ConfigField',
      'ConfigSchema',
      'SkillManifest',
      'SkillScriptManifest',
      'Trigger',
    ])
  })

  it('include the error codes of the reader', () => {
    expectTypeOf<protocol.ProtocolErrorCode>().toEqualTypeOf<
      | 'invalid_json'
      | 'not_an_object'
      | 'unsupported_version'
      | 'unknown_event_type'
      | 'invalid_event'
      | 'invalid_utf8'
      | 'line_too_long'
    >()
  })

  it('narrow an event by its type', () => {
    const event = protocol.parseEvent('{"version":"0","type":"done","ok":true}')
    if (event.type === 'done') expectTypeOf(event).toEqualTypeOf<protocol.DoneEvent>()
    if (event.type === 'state_patch') expectTypeOf(event.patch).toEqualTypeOf<protocol.JsonObject>()
    expectTypeOf<protocol.ProtocolEvent['type']>().toEqualTypeOf<
      'log' | 'state_patch' | 'asset' | 'ui_event' | 'error' | 'done'
    >()
    expect(event.type).toBe('done')
  })

  it('merge objects to objects', () => {
    expectTypeOf(protocol.mergePatch({}, {})).toEqualTypeOf<protocol.JsonObject>()
    expectTypeOf(protocol.mergePatch(1, [2])).toEqualTypeOf<protocol.JsonValue>()
  })
})

describe('the package', () => {
  const bundle = (entry: string) =>
    build({
      entryPoints: [join(import.meta.dirname, '../src', entry)],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'protocol',
      write: false,
      minify: true,
      metafile: true,
      logLevel: 'silent',
    })

  it('runs in a browser', async () => {
    const { metafile, outputFiles } = await bundle('index.ts')
    const inputs = Object.values(metafile.inputs).flatMap((input) => input.imports)
    expect(inputs.filter(({ external }) => external)).toEqual([])
    const page = createContext({ TextDecoder, TextEncoder, URL })
    runInContext(outputFiles[0]!.text, page)
    const read = runInContext(
      `const events = []
       const reader = new protocol.EventReader((event) => events.push(event))
       reader.write(new TextEncoder().encode('{"version":"0","type":"state_patch","patch":{"a":{"b":null}}}\\n'))
       reader.end()
       JSON.stringify([events.length, protocol.mergePatch({ a: { b: 1, c: 2 } }, events[0].patch), typeof process])`,
      page,
    ) as string
    expect(JSON.parse(read)).toEqual([1, { a: { c: 2 } }, 'undefined'])
  })

  it('depends only on TypeBox, its errors on nothing', async () => {
    const sources = async (entry: string) => Object.keys((await bundle(entry)).metafile.inputs)
    const dependencies = (await sources('index.ts')).filter((file) => file.includes('node_modules'))
    expect(dependencies.every((file) => file.includes('/typebox/'))).toBe(true)
    expect((await sources('errors.ts')).length).toBe(1)
    expect((await sources('light/index.ts')).filter((file) => file.includes('node_modules'))).toEqual([])
  })

  it('has a reader and a merge for pages, without validation, in less than 3 kB compressed', async () => {
    const { outputFiles } = await bundle('light/index.ts')
    expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(3_000)
  })
})
