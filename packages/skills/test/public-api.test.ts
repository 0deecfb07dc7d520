import { expect, expectTypeOf, test } from 'vitest'
import * as skills from '../src/index.ts'
import type { SkillErrorCode, SkillErrorState } from '../src/index.ts'

test('the package exports these names and no others', () => {
  expect(Object.keys(skills).sort()).toEqual([
    'SECRET_MASK',
    'SkillError',
    'SkillRegistry',
    'SkillSnapshot',
    'checkSkill',
    'describeForm',
    'discoverSkills',
    'fitsAnyPrompt',
    'fitsState',
    'openSkills',
    'parseSetting',
  ])
})

test('error codes and health states are these', () => {
  expectTypeOf<SkillErrorCode>().toEqualTypeOf<'no_settings' | 'save_failed' | 'unknown_skill'>()
  expectTypeOf<SkillErrorState>().toEqualTypeOf<'healthy' | 'degraded' | 'temporaryFailure' | 'permanentFailure'>()
  const error = new skills.SkillError('unknown_skill', 'there is none')
  expect(error).toMatchObject({ name: 'SkillError', code: 'unknown_skill' })
  expect(skills.SkillError.isInstance(error)).toBe(true)
})
