import { constants, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge } from '@narratoria/protocol/conformance'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkTool, type CheckOptions } from '../../src/conformance/index.ts'
import { fixture } from '../fixture.ts'

const done = `echo '{"version":"0","type":"done","ok":true}'`
const failed = `echo '{"version":"0","type":"done","ok":false}'`
const log = `echo '{"version":"0","type":"log","level":"info","message":"m"}'`
const asset = (path: string, more = '') =>
  `echo '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"image/png","path":"${path}"${more}}'`

async function check(script: string, options: CheckOptions = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'check-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'tool'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  mkdirSync(join(cwd, 'folder'))
  // Only what sleeps for a minute is waited for in vain.
  const timeoutMs = script.includes('sleep 60') ? 3_000 : 30_000
  const found = await checkTool('./tool', { cwd, timeoutMs, ...options })
  const told = found.problems.map(({ code, line }) => (line === undefined ? code : `${code}@${line}`))
  return { ...found, told, warned: found.warnings.map(({ code }) => code), cwd }
}

describe('checkTool', () => {
  it.each([
    ['keeps silent but for done', done],
    ['reads its request', `cat > /dev/null; ${log}; ${done}`],
    [
      'fails in keeping with the protocol',
      `echo '{"version":"0","type":"error","errorCode":"E","errorMessage":"m"}'; echo '{"version":"0","type":"done","ok":false}'`,
    ],
    ['prints to standard error', `echo hello >&2; ${done}`],
    ['makes an asset', `echo x > a.png; ${asset('a.png')}; ${done}`],
    ['has a ui_event of its own', `echo '{"version":"0","type":"ui_event","event":"fireworks"}'; ${done}`],
  ])('has nothing against a tool that %s', async (_, script) => {
    const { ok, told, warned } = await check(script)
    expect({ ok, told, warned }).toEqual({ ok: true, told: [], warned: [] })
  })

  it.each([
    [
      '001 §2.2: stray prints, every one',
      `echo Loading; ${log}; echo done; ${done}`,
      ['invalid_json@1', 'invalid_json@3'],
    ],
    ['001 §3: a missing version', `echo '{"type":"done","ok":true}'`, ['unsupported_version@1']],
    ['001 §5.2: an unknown type', `echo '{"version":"0","type":"sound"}'; ${done}`, ['unknown_event_type@1']],
    [
      '001 §4: a wrong field',
      `echo '{"version":"0","type":"log","level":"fatal","message":"m"}'; ${done}`,
      ['invalid_event@1'],
    ],
    ['001 §2.3: bad bytes', `printf '{"a":"\\377"}\\n'; ${done}`, ['invalid_utf8@1']],
    ['001 §4.6: no done', log, ['no_done']],
    ['001 §4.6: two dones', `${done}; ${done}`, ['second_done@2']],
    ['001 §4.6: output after done', `${done}; ${log}; echo bye`, ['event_after_done@2', 'invalid_json@3']],
    ['001 §5.3: a failing exit code', `${done}; exit 3`, ['exit_code']],
    ['001 §4.6: a crash', `${done}; kill -9 $$`, ['exit_signal']],
    ['001 §4.3: an asset that is not there', `${asset('no.png')}; ${done}`, ['asset_missing@1']],
    ['001 §4.3: an asset that is a folder', `${asset('folder')}; ${done}`, ['asset_not_a_file@1']],
    [
      '001 §4.3: one assetId twice',
      `echo x > a.png; ${asset('a.png')}; ${asset('a.png')}; ${done}`,
      ['duplicate_asset_id@2'],
    ],
    [
      '001 §8: a refusal of unknown fields',
      `if grep -q x-vendor; then echo '{"version":"0","type":"done","ok":false}'; else ${done}; fi`,
      ['unknown_fields_refused'],
    ],
    [
      '001 §8: a refusal of unknown fields behind a stray print',
      `echo Loading; if grep -q x-vendor; then echo '{"version":"0","type":"done","ok":false}'; else ${done}; fi`,
      ['invalid_json@1', 'unknown_fields_refused'],
    ],
    ['001 §6: waiting for a request for ever', `read -r line || sleep 60; ${done}`, ['hangs_without_request']],
    [
      '001 §6: prints about a broken request',
      `case $(cat) in *'}') ${done};; *) echo usage;; esac`,
      ['invalid_json@1'],
    ],
    ['001 §6: prints about the null device', `[ -c /dev/stdin ] && echo device; ${done}`, ['invalid_json@1']],
    [
      '001 §6: prints about a closed standard input',
      `cat > /dev/null 2>&1 || echo closed; ${done}`,
      ['invalid_json@1'],
    ],
    ['deafness to SIGTERM', `trap '' TERM; cat > /dev/null; ${done}`, ['ignores_termination']],
    [
      'a print at termination',
      `trap 'echo bye; exit 0' TERM; exec 3<&0; cat <&3 > /dev/null & wait; ${done}`,
      ['invalid_json@1'],
    ],
    ['a run that takes too long', 'sleep 60', ['timeout']],
  ])('finds %s', async (_, script, problems) => {
    const { ok, told, problems: full } = await check(script)
    expect({ ok, told }).toEqual({ ok: false, told: problems })
    for (const { message, expected, fix } of full)
      expect([message, expected, fix].every((text) => text.length > 10)).toBe(true)
  })

  it.each([
    ['CRLF', `printf '{"version":"0","type":"done","ok":true}\\r\\n'`, 'carriage_return'],
    ['a byte order mark', `printf '\\357\\273\\277'; ${done}`, 'byte_order_mark'],
    ['blank lines', `echo; ${done}`, 'blank_line'],
    ['no final line feed', `printf '{"version":"0","type":"done","ok":true}'`, 'no_final_newline'],
    ['a crash without standard input', `cat > /dev/null || exit 1; ${done}`, 'crashes_without_request'],
    ['a crash without request', `grep -q requestId || exit 1; ${done}`, 'crashes_without_request'],
    [
      'success after an error',
      `echo '{"version":"0","type":"error","errorCode":"E","errorMessage":"m"}'; ${done}`,
      'ok_after_error',
    ],
    [
      'choices that are none',
      `echo '{"version":"0","type":"ui_event","event":"narrative_choice","payload":{"options":[]}}'; ${done}`,
      'invalid_payload',
    ],
  ])('only warns of %s', async (_, script, warning) => {
    const { ok, told, warned } = await check(script)
    expect({ ok, told, warned }).toEqual({ ok: true, told: [], warned: [warning] })
  })

  it.each([
    ['itself', `${done}; sleep 50`, null],
    ['a child that holds its output', `sleep 50 & ${done}`, 0],
  ])('ends what outstays done (%s), as a host does, and only warns of it', async (_, script, exitCode) => {
    const { ok, warned, recording } = await check(script, { once: true })
    expect({ ok, warned }).toEqual({ ok: true, warned: ['outstayed'] })
    expect(recording).toMatchObject({ outstayed: true, exitCode, expect: { outcome: 'completed' } })
  })

  // It waits in one process, so that none is just becoming another program when it is looked for.
  const waits = `sh -c 'exec 3<>pipe; echo > ready; read x <&3' > /dev/null 2>&1 & while [ ! -e ready ]; do sleep 0.01; done`

  it.each<[what: string, script: string]>([
    ['a child', waits],
    ...(process.platform === 'linux' ? [['a daemon', `setsid ${waits}`] satisfies [string, string]] : []),
  ])('ends %s with an output of its own, as a host does, and warns of it', async (_, script) => {
    const { ok, warned, cwd } = await check(`mkfifo pipe; ${script}; ${done}`, { once: true })
    expect({ ok, warned }).toEqual({ ok: true, warned: ['outstayed'] })
    // A pipe that nobody reads cannot be opened for writing.
    await vi.waitFor(() =>
      expect(() => openSync(join(cwd, 'pipe'), constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO'),
    )
  })

  it.each([
    ['that makes a file only once', `mkdir made || { ${failed}; exit 0; }; ${done}`],
    ['that exits with a failure the second time', `mkdir made || exit 4; ${done}`],
  ])('blames no tool %s for refusing unknown fields', async (_, script) => {
    const { told } = await check(script)
    expect(told).not.toContain('unknown_fields_refused')
  })

  it('tells what is wrong with an event once, though each run writes another time into it', async () => {
    const late = `echo '{"version":"0","type":"log","level":"info","message":"'$$'"}'`
    const { problems } = await check(`${done}; ${late}`)
    expect(problems.map(({ code, probe }) => [code, probe])).toEqual([['event_after_done', 'request']])
    expect(problems[0]!.excerpt).toMatch(/^\{"version":"0","type":"log",.*"\d+"\}$/)
  })

  it('says which run showed a problem', async () => {
    const { problems } = await check(`[ -c /dev/stdin ] && echo device; cat > /dev/null 2>&1 || echo x; ${done}`)
    expect(problems.map(({ excerpt, probe }) => [excerpt, probe])).toEqual([
      ['device', 'null_stdin'],
      ['x', 'closed_stdin'],
    ])
    const closed = await check(`cat > /dev/null 2>&1 || echo x; ${done}`)
    expect(closed.problems.map(({ probe }) => probe)).toEqual(['closed_stdin'])
  })

  it('has nothing against a tool made with the SDK', async () => {
    const { problems, warnings } = await checkTool(fixture('hello'), { input: { name: 'Bo' } })
    expect([problems, warnings]).toEqual([[], []])
  })

  it('hands on the input, and runs once when told so', async () => {
    const script = `echo run >> runs; grep -q '"input":{"a":1}' && ${done}`
    const { recording } = await check(script, { input: { a: 1 }, once: true })
    expect(recording?.expect).toMatchObject({ outcome: 'completed', events: ['done'] })
    const counted = await check(`echo run >> runs; cat runs >&2; ${done}`, { once: true })
    expect(counted.stderr).toBe('run\n')
  })

  it('records a run that the judge reads back to the same verdict', async () => {
    const { recording } = await check(`echo x > a.png; ${asset('a.png')}; ${log}; ${done}; echo bye`, { once: true })
    expect(recording).toMatchObject({ kind: 'invocation', exitCode: 0, files: { 'a.png': 'file' } })
    const [part] = recording!.stdout as [{ text: string }]
    const verdict = judge({ stdout: Buffer.from(part.text), exitCode: 0, files: { 'a.png': 'file' } })
    expect(recording!.expect).toMatchObject({
      outcome: verdict.outcome,
      assets: verdict.assets,
      problems: [{ code: 'invalid_json', line: 4 }],
    })
  })

  it('tells each cause of one code, and what several runs show alike once', async () => {
    const exits = await check(`if grep -q x-vendor; then ${done}; exit 4; else ${done}; exit 3; fi`)
    expect(exits.problems.map(({ code, probe, message }) => [code, probe, /\d/.exec(message)?.[0]])).toEqual([
      ['exit_code', 'request', '3'],
      ['exit_code', 'unknown_fields', '4'],
    ])
    const assets = await check(`if grep -q x-vendor; then ${asset('b.png')}; else ${asset('a.png')}; fi; ${done}`)
    expect(assets.problems.map(({ code, probe, message }) => [code, probe, /\w\.png/.exec(message)?.[0]])).toEqual([
      ['asset_missing', 'request', 'a.png'],
      ['asset_missing', 'unknown_fields', 'b.png'],
    ])
    const prints = await check(
      `case $(cat) in *x-vendor*) echo two;; *requestId*) echo one;; *) echo none;; esac; ${done}`,
    )
    expect(prints.problems.map(({ probe, excerpt }) => [probe, excerpt])).toEqual([
      ['request', 'one'],
      ['unknown_fields', 'two'],
      ['malformed_request', 'none'],
    ])
  })

  it('names every broken request that a tool crashes at in one warning', async () => {
    const { warnings } = await check(`grep -q requestId || exit 1; ${done}`)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]!.message).toMatch(/a broken request, an empty standard input, .*and a closed standard input\.$/)
  })

  it.each([
    ['is not there', './nothing', 'tool_not_found'],
    ['is a folder', './folder', 'tool_not_found'],
    ['is not executable', './plain', 'tool_not_executable'],
    ['has no interpreter', './orphan', 'cannot_start', /"\/no\/such\/interpreter" was not found/],
    ['was saved with CRLF', './crlf', 'cannot_start', /carriage return/],
    ['was saved with a byte order mark', './marked', 'cannot_start', /byte order mark/],
  ])('says so when a tool %s', async (_, path, code, message = /./) => {
    const cwd = mkdtempSync(join(tmpdir(), 'check-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    mkdirSync(join(cwd, 'folder'))
    writeFileSync(join(cwd, 'plain'), done, { mode: 0o644 })
    writeFileSync(join(cwd, 'orphan'), '#!/no/such/interpreter\n', { mode: 0o755 })
    writeFileSync(join(cwd, 'crlf'), `#!/usr/bin/env sh\r\n${done}\r\n`, { mode: 0o755 })
    writeFileSync(join(cwd, 'marked'), `\uFEFF#!/bin/sh\n${done}\n`, { mode: 0o755 })
    expect(await checkTool(path, { cwd })).toMatchObject({
      ok: false,
      problems: [{ code, message: expect.stringMatching(message) }],
    })
  })
})
