import { expect, expectTypeOf, test } from 'vitest'
import * as runtime from '../src/index.ts'
import * as exchange from '../src/exchange.ts'
import * as history from '../src/history/index.ts'
import * as manage from '../src/manage/index.ts'
import * as storeParts from '../src/store-parts.ts'
import * as store from '../src/store/index.ts'
import * as telemetry from '../src/telemetry/index.ts'
import * as tools from '../src/tools/index.ts'
import * as world from '../src/world/index.ts'

test('the runtime exports these names and no others', () => {
  expect(Object.keys(runtime).toSorted()).toEqual([
    'RuntimeError',
    'commandIn',
    'createNarratoria',
    'openSqliteSessionStore',
  ])
})

test.each([
  ['./exchange', exchange, ['exportEpub', 'exportSession', 'importFile', 'importSession']],
  ['./history', history, ['countTokens', 'findStateValue', 'findStateWriter', 'replayTurn']],
  [
    './manage',
    manage,
    ['deleteTrashed', 'duplicateSession', 'findInText', 'findStory', 'trashDays', 'trashOf', 'withNotes'],
  ],
  ['./store', store, ['MemorySessionStore']],
  ['./telemetry', telemetry, ['openTelemetry']],
  ['./tools', tools, ['describeSkillTool', 'skillOf']],
  ['./world', world, ['describeOpening']],
])('the entry point %s exports these names and no others', (_entry, names, expected) => {
  expect(Object.keys(names).toSorted()).toEqual(expected)
})

test('the entry point `./store-parts` exports what the cluster and stories are built from', () => {
  expect(Object.keys(storeParts).toSorted()).toEqual([
    'AssetFolder',
    'applyChange',
    'comparable',
    'compressJson',
    'compressText',
    'decompressJson',
    'decompressText',
    'excerptOf',
    'findTerms',
    'labelTaken',
    'moveAssets',
    'nameTaken',
    'nextStateRow',
    'ownState',
    'packTurn',
    'patchInPlace',
    'readOnly',
    'readSearch',
    'replaceNote',
    'sessionInUse',
    'sessionTaken',
    'storeClosed',
    'takeFileLock',
    'turnFollowed',
    'turnNotBegun',
    'unknownSession',
    'unknownTurn',
    'unpackTurn',
  ])
})

test('the runtime fails with these codes and no others', () => {
  // A code that is added or taken away does not type-check here.
  const codes: Record<runtime.RuntimeErrorCode, true> = {
    session_busy: true,
    session_closed: true,
    session_in_use: true,
    session_lost: true,
    unknown_session: true,
    ambiguous_session: true,
    state_too_wide: true,
    unknown_turn: true,
    unknown_campaign: true,
    unknown_skill_root: true,
    name_taken: true,
    nothing_to_undo: true,
    nothing_to_redo: true,
    nothing_to_retry: true,
    no_alternative: true,
    invalid_export: true,
    package_missing: true,
    turn_not_stored: true,
    store_closed: true,
    store_in_use: true,
    store_newer: true,
    store_foreign: true,
    store_damaged: true,
    store_full: true,
    store_unwritable: true,
  }
  for (const code of Object.keys(codes) as runtime.RuntimeErrorCode[])
    expect(new runtime.RuntimeError(code, 'A message.')).toMatchObject({ code, name: 'RuntimeError' })
})

test('importing the runtime does not load SQLite', async () => {
  const { execFileSync } = await import('node:child_process')
  const program = `process.on('warning', () => {}); await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)}); console.log(process.moduleLoadList.some((name) => name.includes('sqlite')))`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim()).toBe(
    'false',
  )
})

test('the error codes are pinned', () => {
  expectTypeOf<runtime.RuntimeErrorCode>().toEqualTypeOf<
    | 'session_busy'
    | 'session_closed'
    | 'session_in_use'
    | 'session_lost'
    | 'unknown_session'
    | 'ambiguous_session'
    | 'state_too_wide'
    | 'unknown_turn'
    | 'unknown_campaign'
    | 'unknown_skill_root'
    | 'name_taken'
    | 'nothing_to_undo'
    | 'nothing_to_redo'
    | 'nothing_to_retry'
    | 'no_alternative'
    | 'invalid_export'
    | 'package_missing'
    | 'turn_not_stored'
    | 'store_closed'
    | 'store_in_use'
    | 'store_newer'
    | 'store_foreign'
    | 'store_damaged'
    | 'store_full'
    | 'store_unwritable'
  >()
})
