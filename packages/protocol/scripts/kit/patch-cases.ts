import { accepted, refused, v } from './event-case.ts'
import { invocation, type InvocationCase } from './kit-case.ts'
import { done, patch } from './lines.ts'

/** 001 §4.2: state_patch. */
export const patchCases: InvocationCase[] = [
  accepted('patch-empty', '001 §4.2', 'An empty patch changes nothing', patch({}), {
    state: { a: 1 },
    expectState: { a: 1 },
  }),
  accepted('patch-merges-deep', '001 §4.2', 'Nested objects merge', patch({ a: { c: 3, d: 4 } }), {
    output: { a: { c: 3, d: 4 } },
    state: { a: { b: 1, c: 2 } },
    expectState: { a: { b: 1, c: 3, d: 4 } },
  }),
  accepted('patch-replaces-lists', '001 §4.2', 'Lists are replaced', patch({ a: [3] }), {
    output: { a: [3] },
    state: { a: [1, 2], b: 1 },
    expectState: { a: [3], b: 1 },
  }),
  accepted('patch-removes-nulls', '001 §4.2', 'null removes a key', patch({ a: null, b: { c: null } }), {
    output: { b: {} },
    state: { a: 1, b: { c: 1, d: 2 } },
    expectState: { b: { d: 2 } },
  }),
  accepted('patch-null-inside-list', 'reading', 'null inside a list stays', patch({ a: [null, { b: null }] }), {
    output: { a: [null, { b: null }] },
    state: {},
    expectState: { a: [null, { b: null }] },
  }),
  accepted(
    'patch-null-in-new-object',
    'reading',
    'null inside a new object is stripped',
    patch({ a: { b: null, c: { d: null } } }),
    { output: { a: { c: {} } }, state: {}, expectState: { a: { c: {} } } },
  ),
  accepted('patch-object-over-scalar', '001 §4.2', 'An object takes the place of a scalar', patch({ a: { b: 1 } }), {
    output: { a: { b: 1 } },
    state: { a: 'x' },
    expectState: { a: { b: 1 } },
  }),
  accepted('patch-scalar-over-object', '001 §4.2', 'A scalar takes the place of an object', patch({ a: 1 }), {
    output: { a: 1 },
    state: { a: { b: 1 } },
    expectState: { a: 1 },
  }),
  accepted('patch-object-over-list', '001 §4.2', 'An object takes the place of a list', patch({ a: { b: 1 } }), {
    output: { a: { b: 1 } },
    state: { a: [1] },
    expectState: { a: { b: 1 } },
  }),
  accepted(
    'patch-numbers',
    '001 §4.2',
    'Numbers of every kind',
    patch({ a: 0, b: -1.5, c: 1e21, d: 9_007_199_254_740_991 }),
    { output: { a: 0, b: -1.5, c: 1e21, d: 9_007_199_254_740_991 } },
  ),
  accepted('patch-empty-key', '001 §4.2', 'The empty key is a key', patch({ '': { '': 1 } }), {
    output: { '': { '': 1 } },
  }),
  accepted('patch-dotted-key', '001 §4.2', 'A dot in a key is no path', patch({ 'a.b': 1 }), {
    output: { 'a.b': 1 },
    state: { a: { b: 2 } },
    expectState: { a: { b: 2 }, 'a.b': 1 },
  }),
  accepted(
    'patch-hostile-key',
    'reading',
    '__proto__ is plain data',
    '{"version":"0","type":"state_patch","patch":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}\n',
    { output: JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as never },
  ),
  invocation(
    ['patch-many', '001 §4.2', 'Patches merge in the order they came'],
    [patch({ a: 1, b: { c: 1 } }), patch({ a: 2, b: { d: 2 } }), patch({ b: { c: null } }), done()],
    {
      events: 'state_patch state_patch state_patch done',
      output: { a: 2, b: { d: 2 } },
      state: { b: { e: 5 } },
      expectState: { a: 2, b: { d: 2, e: 5 } },
    },
  ),
  invocation(
    ['patch-of-failed-attempt', 'reading', 'The patches of a failed attempt change nothing'],
    [patch({ a: 1 }), done(false)],
    { events: 'state_patch done', errorCode: 'tool_failed', state: { b: 1 }, expectState: { b: 1 } },
  ),
  invocation(
    ['patch-before-bad-line', 'reading', 'The patches before a bad line change nothing either'],
    [patch({ a: 1 }), 'oops\n', done()],
    { events: 'state_patch', errorCode: 'invalid_json', problems: 'invalid_json@2', state: {}, expectState: {} },
  ),
  refused('patch-missing', '001 §4.2', 'A state_patch has a patch', { ...v, type: 'state_patch' }),
  refused('patch-list', '001 §4.2', 'A patch is an object, not a list', {
    ...v,
    type: 'state_patch',
    patch: [{ op: 'add', path: '/a', value: 1 }],
  }),
  refused('patch-null', '001 §4.2', 'A patch is an object, not null', { ...v, type: 'state_patch', patch: null }),
  refused('patch-text', '001 §4.2', 'A patch is an object, not a text', { ...v, type: 'state_patch', patch: '{}' }),
]
