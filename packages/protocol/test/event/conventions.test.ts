import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { describeIssues, type JsonValue, listIssues, matches, Plan, TurnEvent } from '../../src/index.ts'
import { parseChoices } from '../../src/rules/index.ts'
import { isMediaType } from '../../src/rules/index.ts'

describe('isMediaType', () => {
  it.each([
    'image/png',
    'IMAGE/PNG',
    'image/svg+xml',
    'application/vnd.api+json',
    'text/plain; charset=utf-8',
    'text/plain;charset="a \\" b";x=y',
    'x/y',
  ])('001 §4.3: accepts %s', (text) => expect(isMediaType(text)).toBe(true))

  it.each([
    '',
    'png',
    'image/',
    '/png',
    'image png',
    'image/png/x',
    'image/png;',
    'image/png; charset',
    'im age/png',
    '*/*',
    'a/b\n',
    'a/' + 'b'.repeat(200),
  ])('001 §4.3: refuses %j', (text) => expect(isMediaType(text)).toBe(false))

  it('is fast for hostile text', () => {
    const startedAt = performance.now()
    for (const text of ['a/b' + ';a="'.repeat(5_000), 'a/b;' + ' '.repeat(50_000), `a/b;a="${'\\'.repeat(50_000)}`]) {
      expect(isMediaType(text)).toBe(false)
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})

describe('parseChoices', () => {
  it('001 §4.4: parses strings and objects and ignores other entries', () => {
    const payload: JsonValue = {
      choices: [
        'Open',
        { text: 'Leave', hint: 'safer', difficulty: 3, more: 1 },
        '',
        '  ',
        7,
        null,
        { hint: 'no text' },
        { text: 'Wait', hint: 1, difficulty: [] },
      ],
    }
    expect(parseChoices(payload)).toEqual([
      { text: 'Open' },
      { text: 'Leave', hint: 'safer', difficulty: 3 },
      { text: 'Wait' },
    ])
  })

  it.each<JsonValue | undefined>([undefined, null, [], 'Open', {}, { choices: 'Open' }, { choices: { 0: 'Open' } }])(
    'returns no choice for %j',
    (payload) => {
      expect(parseChoices(payload)).toEqual([])
    },
  )
})

describe('listIssues', () => {
  it('is empty only for a matching value', () => {
    const plan = { requestId: '550e8400-e29b-41d4-a716-446655440000', tools: [] }
    expect([matches(Plan, plan), listIssues(Plan, plan)]).toEqual([true, []])
    expect(matches(Plan, { ...plan, tools: {} })).toBe(false)
  })

  it('lists every issue up to a limit', () => {
    const issues = listIssues(Plan, { requestId: 7, tools: [{ toolId: '', toolPath: 'x' }, { toolId: 'a' }] })
    expect(describeIssues(issues)).toBe(
      '/requestId must be string; /tools/0/toolId must not have fewer than 1 characters; /tools/1 must have "toolPath"',
    )
    expect(listIssues(Plan, { tools: Array.from({ length: 500 }, () => 7) }, 3).length).toBe(3)
  })

  it('reports alternatives that all fail as one issue', () => {
    const issues = listIssues(Plan, {
      requestId: '550e8400-e29b-41d4-a716-446655440000',
      tools: [],
      metadata: { parentPlanId: 7 },
    })
    expect(issues).toEqual([{ path: '/metadata/parentPlanId', message: 'must match one of the allowed forms' }])
  })

  it.each<[JsonValue, string]>([
    [{ type: 'narration' }, 'must have "text", "append"'],
    [{ type: 'narration', text: 7, append: false }, '/text must be string'],
    [{ type: 'tool_waiting', planId: 'p', at: 1, toolId: 't' }, 'must have "waitsFor"'],
    [{ type: 'warning', code: 7 }, 'must match one of the allowed forms'],
    [{}, 'must have "type"'],
    [7, 'must be object'],
    [
      {
        type: 'tool_event',
        planId: 'p',
        at: 1,
        toolId: 't',
        attempt: 1,
        event: { version: '0', type: 'log', level: 7 },
      },
      '/event must have "message"; /event/level must be one of "debug", "info", "warn", "error"',
    ],
    [
      { type: 'tool_event', planId: 'p', at: 1, toolId: 't', attempt: 1, event: { version: '0', type: 'sing' } },
      '/event/type must be one of "log", "state_patch", "asset", "ui_event", "error", "done"',
    ],
  ])('names what is wrong with the event that a union means: %j', (value, issues) => {
    expect(describeIssues(listIssues(TurnEvent, value))).toBe(issues)
  })

  it('names the types of a union if a value has another one', () => {
    const [issue, ...more] = listIssues(TurnEvent, { type: 'narative' })
    expect(issue).toEqual({
      path: '/type',
      message: expect.stringMatching(/^must be one of "turn_started", "plan", .*"tool_event"/),
    })
    expect(more).toEqual([])
  })

  it('finds unions in lists, behind names with slashes, and in other unions', () => {
    const kind = (name: string, extra = {}) => Type.Object({ kind: Type.Literal(name), ...extra })
    const inner = Type.Union([kind('p', { size: Type.Integer() }), kind('q')])
    const schema = Type.Object({
      'a/b': Type.Array(Type.Union([kind('list', { of: Type.Array(inner) }), kind('none')])),
      anyOf: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    })
    const value = {
      'a/b': [{ kind: 'none' }, { kind: 'list', of: [{ kind: 'q' }, { kind: 'p', size: 'x' }, 7] }],
    }
    expect(describeIssues(listIssues(schema, value))).toBe(
      '/a~1b/1/of/1/size must be integer; /a~1b/1/of/2 must be object',
    )
    expect(describeIssues(listIssues(schema, { 'a/b': [], anyOf: 7 }))).toBe(
      '/anyOf must match one of the allowed forms',
    )
  })
})
