import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { generateContracts } from '../scripts/contracts.ts'

const ajv = new Ajv2020({ strict: false })
const documents = generateContracts()

function accepts(name: string, value: unknown): boolean {
  const document = JSON.parse(documents.get(`${name}.schema.json`)!) as { $id: string }
  return (ajv.getSchema(document.$id) ?? ajv.compile(document))(value) as boolean
}

describe('the published contracts of campaigns', () => {
  it.each([...documents])('%s is the one of the schemas', (name, text) => {
    expect(readFileSync(join(import.meta.dirname, '../contracts', name), 'utf8')).toBe(text)
  })

  it.each([
    ['manifest', { title: 'Pier', version: '1.0.0' }, true],
    ['manifest', { title: 'Pier' }, false],
    ['player-template', { character_creation: { mode: 'guided' }, allowed_classes: [{ name: 'Diver' }] }, true],
    ['player-template', { character_creation: { mode: 'quiz' } }, false],
    ['profile', { name: 'Ada', role: 'diver', personality: { traits: ['calm'] } }, true],
    ['profile', { name: 'Ada', role: 'diver', personality: { traits: [] } }, false],
    ['beats', { beats: [{ id: 'beat_001', title: 'Flood', conditions: { scene_count: { min: 3 } } }] }, true],
    ['beats', { beats: [{ title: 'Flood' }] }, false],
  ])('%s: %j is accepted: %s', (name, value, isAccepted) => {
    expect(accepts(name, value)).toBe(isAccepted)
  })
})
