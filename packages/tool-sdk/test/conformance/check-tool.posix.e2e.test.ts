import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge } from '@narratoria/protocol/conformance'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkTool } from '../../src/conformance/index.ts'
import { fixture } from '../fixture.ts'
import { asset, check, done, failed, log } from './check.ts'

describe('checkTool', () => {
  it.each([
    ['emits only done', done],
    ['reads its request', `cat > /dev/null; ${log}; ${done}`],
    [
      'reports a failure',
      `echo '{"version":"0","type":"error","errorCode":"E","errorMessage":"m"}'; echo '{"version":"0","type":"done","ok":false}'`,
    ],
    ['prints to standard error', `echo hello >&2; ${done}`],
    ['makes an asset', `echo x > a.png; ${asset('a.png')}; ${done}`],
    ['emits an unknown ui_event', `echo '{"version":"0","type":"ui_event","event":"fireworks"}'; ${done}`],
  ])('finds no problem in a tool that %s', async (_, script) => {
    const { ok, codes, warned } = await check(script)
    expect({ ok, codes, warned }).toEqual({ ok: true, codes: [], warned: [] })
  })

  it.each([
    ['001 §2.2: every invalid line', `echo Loading; ${log}; echo done; ${done}`, ['invalid_json@1', 'invalid_json@3']],
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
    ['001 §4.3: a missing asset', `${asset('no.png')}; ${done}`, ['asset_missing@1']],
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
    [
      'a print at termination',
      `trap 'echo bye; exit 0' TERM; exec 3<&0; cat <&3 > /dev/null & wait; ${done}`,
      ['invalid_json@1'],
    ],
  ])('finds %s', async (_, script, problems) => {
    const { ok, codes, problems: full } = await check(script)
    expect({ ok, codes }).toEqual({ ok: false, codes: problems })
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
      'invalid choices',
      `echo '{"version":"0","type":"ui_event","event":"narrative_choice","payload":{"options":[]}}'; ${done}`,
      'invalid_payload',
    ],
  ])('warns of %s', async (_, script, warning) => {
    const { ok, codes, warned } = await check(script)
    expect({ ok, codes, warned }).toEqual({ ok: true, codes: [], warned: [warning] })
  })

  it.each([
    ['that makes a file only once', `mkdir made || { ${failed}; exit 0; }; ${done}`],
    ['that exits with a failure the second time', `mkdir made || exit 4; ${done}`],
  ])('does not report unknown_fields_refused for a tool %s', async (_, script) => {
    const { codes } = await check(script)
    expect(codes).not.toContain('unknown_fields_refused')
  })

  it('reports the same problem once, even if the runs have different excerpts', async () => {
    const late = `echo '{"version":"0","type":"log","level":"info","message":"'$$'"}'`
    const { problems } = await check(`${done}; ${late}`)
    expect(problems.map(({ code, probe }) => [code, probe])).toEqual([['event_after_done', 'request']])
    expect(problems[0]!.excerpt).toMatch(/^\{"version":"0","type":"log",.*"\d+"\}$/)
  })

  it('reports the run of each problem', async () => {
    const { problems } = await check(`[ -c /dev/stdin ] && echo device; cat > /dev/null 2>&1 || echo x; ${done}`)
    expect(problems.map(({ excerpt, probe }) => [excerpt, probe])).toEqual([
      ['device', 'null_stdin'],
      ['x', 'closed_stdin'],
    ])
    const closed = await check(`cat > /dev/null 2>&1 || echo x; ${done}`)
    expect(closed.problems.map(({ probe }) => probe)).toEqual(['closed_stdin'])
  })

  it('finds no problem in a tool made with the SDK', async () => {
    const { problems, warnings } = await checkTool(fixture('hello'), { input: { name: 'Bo' } })
    expect([problems, warnings]).toEqual([[], []])
  })

  it('passes the input, and runs once with `once`', async () => {
    const script = `echo run >> runs; grep -q '"input":{"a":1}' && ${done}`
    const { recording } = await check(script, { input: { a: 1 }, once: true })
    expect(recording?.expect).toMatchObject({ outcome: 'completed', events: ['done'] })
    const counted = await check(`echo run >> runs; cat runs >&2; ${done}`, { once: true })
    expect(counted.stderr).toBe('run\n')
  })

  it('records a run that the judge gives the same verdict', async () => {
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

  it('reports each cause of one code once', async () => {
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

  it('lists every broken request that crashes a tool in one warning', async () => {
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
  ])('reports a tool that %s', async (_, path, code, message = /./) => {
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
