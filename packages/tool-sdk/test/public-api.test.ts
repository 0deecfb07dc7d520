import { describe, expect, expectTypeOf, it } from 'vitest'
import type { JsonObject } from '@narratoria/protocol'
import Type from 'typebox'
import * as z from 'zod'
import * as sdk from '../src/index.ts'
import * as conformance from '../src/conformance/index.ts'
import * as scaffold from '../src/scaffold/index.ts'
import * as testing from '../src/testing/index.ts'

describe('the public names', () => {
  it('are these', () => {
    expect(Object.keys(sdk).sort()).toEqual(['ToolError', 'countTurns', 'defineTool', 'refuse'])
    expect(Object.keys(testing).sort()).toEqual(['runTool', 'testTool'])
    expect(Object.keys(conformance)).toEqual(['checkTool'])
    expect(Object.keys(scaffold).sort()).toEqual(['ScaffoldError', 'scaffoldSkill', 'scaffoldTool', 'toolLanguages'])
  })
})

it('the error codes are pinned', () => {
  const codes: Record<scaffold.ScaffoldErrorCode, true> = {
    invalid_name: true,
    already_exists: true,
    broken_manifest: true,
  }
  for (const code of Object.keys(codes) as scaffold.ScaffoldErrorCode[])
    expect(new scaffold.ScaffoldError(code, 'A message.')).toMatchObject({ code, name: 'ScaffoldError' })
})

describe('the types', () => {
  it('of the input follow the schema', () => {
    sdk.defineTool({ name: 'none', run: (input) => void expectTypeOf(input).toEqualTypeOf<JsonObject>() })
    sdk.defineTool({
      name: 'typebox',
      input: Type.Object({ a: Type.String(), b: Type.Optional(Type.Integer()) }),
      run: (input) => void expectTypeOf(input).toEqualTypeOf<{ a: string; b?: number }>(),
    })
    sdk.defineTool({
      name: 'zod',
      input: z.object({ a: z.string().transform(Number) }),
      run: (input) => void expectTypeOf(input).toEqualTypeOf<{ a: number }>(),
    })
    sdk.defineTool({
      name: 'literal',
      input: { type: 'object', properties: { a: { enum: ['x', 'y'] }, b: { type: 'boolean' } }, required: ['a'] },
      run: (input) => {
        expectTypeOf(input.a).toEqualTypeOf<'x' | 'y'>()
        expectTypeOf(input.b).toEqualTypeOf<boolean | undefined>()
      },
    })
  })

  it('of known ui events are checked, of others free', () => {
    expectTypeOf<sdk.ToolUi>().toBeCallableWith('progress', { value: 1 })
    expectTypeOf<sdk.ToolUi>().toBeCallableWith('fireworks', [1, 2])
    expectTypeOf<sdk.KnownUiPayloads['narration']>().toEqualTypeOf<{
      text: string
      append?: boolean
      replace?: boolean
    }>()
  })
})
