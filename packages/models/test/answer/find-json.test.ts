import { describe, expect, it } from 'vitest'
import { findJson } from '../../src/answer/find-json.ts'

describe('the JSON object of an answer', () => {
  it.each([
    [
      'in prose',
      'Here it is: {"a": {"b": [1, -2.5e3, true, null, "}"]}} – good luck!',
      { a: { b: [1, -2500, true, null, '}'] } },
    ],
    ['after a brace of the prose', 'Use { and } well. {"a": 1}', { a: 1 }],
    ['after a brace and a quotation mark', 'Write { "so {"a": 1}', { a: 1 }],
    ['inside text that is not valid JSON', '{ plan: {"a": {"b": 1}}, }', { a: { b: 1 } }],
    ['inside an object without an end', '{"plan": [{"a": 1}', { a: 1 }],
    ['the longest of several', '{"a": 1} or {"a": "a longer one"} or {"a": 2}', { a: 'a longer one' }],
    ['with escapes', 'so: {"a\\u00e9": "\\"{\\\\"}', { aé: '"{\\' }],
    ['in a fence', 'Thus:\n```json\n{"a": 1}\n```\nand {"b": "something that is longer"}', { a: 1 }],
    ['in a fence of one line', '```{"a": 1}```', { a: 1 }],
    ['after thoughts', '<think>{"a": "not this one, however long"}</think> {"a": 1} <think>', { a: 1 }],
    ['after a fence that never ends', 'so ```json\n{"a": 1}', { a: 1 }],
  ])('P3 §7.1: is found %s', (_, answer, expected) => {
    expect(findJson(answer)).toEqual(expected)
  })

  it.each(['', '{', '[1, 2]', '{a: 1}', '{"a": 1,}', '{"a": 01}', '{"a": "\n"}', '{"a" 1}', '{"a": "\\x"}'])(
    'P3 §7.1: is not found in %j',
    (answer) => expect(findJson(answer)).toBeUndefined(),
  )

  const many = 200_000
  it.each([
    ['braces', '{'.repeat(many)],
    ['pairs of braces', '{'.repeat(many) + 'x' + '}'.repeat(many)],
    ['objects that never end', '{"a":'.repeat(many)],
    ['objects that end badly', '{"a":'.repeat(many) + 'x' + '}'.repeat(many)],
    ['quotation marks', '{"'.repeat(many)],
    ['escaped quotation marks', '{"' + '{\\"'.repeat(many)],
    ['spaces', '{' + ' '.repeat(many) + '{' + ' '.repeat(many)],
    ['thoughts that never end', '<think>'.repeat(many)],
    ['a fence and spaces', '```' + ' '.repeat(many)],
  ])('P3 §7.1: takes no longer than its length for %s', (_, answer) => {
    const start = performance.now()
    expect(findJson(`So: ${answer} so`)).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
