import { expect, expectTypeOf, test } from 'vitest'
import * as story from '../src/index.ts'
import type { StoryErrorCode } from '../src/index.ts'

test('the package exports these names and no others', () => {
  expect(Object.keys(story).toSorted()).toEqual([
    'StoryError',
    'checkProject',
    'compileStory',
    'createProject',
    'createProjectFrom',
    'findProject',
    'foreignLanguageOf',
    'openStory',
    'outlineAsMermaid',
    'playableWorld',
    'readProject',
    'readScene',
  ])
})

test('error codes are these', () => {
  expectTypeOf<StoryErrorCode>().toEqualTypeOf<
    | 'project_exists'
    | 'project_not_found'
    | 'project_locked'
    | 'story_busy'
    | 'story_closed'
    | 'invalid_project'
    | 'invalid_plan'
    | 'nothing_to_retry'
    | 'nothing_to_undo'
    | 'scene_not_found'
    | 'budget_spent'
    | 'invalid_answer'
    | 'model_failed'
    | 'tool_failed'
    | 'package_missing'
    | 'timed_out'
    | 'cancelled'
  >()
  expect(new story.StoryError('cancelled', 'so')).toMatchObject({ name: 'StoryError', code: 'cancelled' })
})
