import { expect, expectTypeOf, test } from 'vitest'
import * as config from '../src/config/index.ts'
import * as install from '../src/install/index.ts'
import * as skills from '../src/index.ts'
import type { SkillErrorCode, SkillErrorState } from '../src/index.ts'

test('each entry point exports these names only', () => {
  expect(Object.keys(skills).sort()).toEqual([
    'SkillError',
    'checkSkill',
    'discoverSkills',
    'fitsAnyPrompt',
    'fitsState',
    'isConfined',
    'isGuidanceOnly',
    'openSkills',
  ])
  expect(Object.keys(install).sort()).toEqual([
    'demandsOf',
    'folderDigest',
    'installedSkills',
    'readOrigin',
    'removeOrigin',
    'saveOrigin',
  ])
  expect(Object.keys(config).sort()).toEqual(['SECRET_MASK', 'describeForm', 'parseSetting'])
})

test('the error codes and health states are pinned', () => {
  expectTypeOf<SkillErrorCode>().toEqualTypeOf<'no_settings' | 'save_failed' | 'unknown_skill'>()
  expectTypeOf<SkillErrorState>().toEqualTypeOf<'healthy' | 'degraded' | 'temporaryFailure' | 'permanentFailure'>()
  const error = new skills.SkillError('unknown_skill', 'there is none')
  expect(error).toMatchObject({ name: 'SkillError', code: 'unknown_skill' })
  expect(skills.SkillError.isInstance(error)).toBe(true)
})
