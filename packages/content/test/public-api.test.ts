import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as folders from '../src/folders.ts'
import * as content from '../src/index.ts'
import * as novels from '../src/novels.ts'
import * as premises from '../src/premises.ts'

test('the public names are these', () => {
  expect(Object.keys(content).toSorted()).toEqual([
    'cardPhrases',
    'fillSentence',
    'hallWorld',
    'languages',
    'lexicon',
    'narrationWords',
    'narratorPhrases',
    'phrases',
    'planningWords',
    'stopWords',
  ])
  expect(Object.keys(folders).toSorted()).toEqual(['shippedCampaigns', 'shippedSkills'])
  expect(Object.keys(premises).toSorted()).toEqual(['articleFor', 'nounKinds', 'premiseContent'])
  expect(Object.keys(novels)).toEqual(['novelContent'])
})

test('the shipped skills are found', () => {
  expect(existsSync(join(folders.shippedSkills() ?? '', 'storyteller', 'skill.json'))).toBe(true)
})

test('a sentence is filled, and a place without a value stays', () => {
  expect(content.fillSentence('{a} and {b}', { a: 1 })).toBe('1 and {b}')
})
