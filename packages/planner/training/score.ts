// Scores the stub planner with the shipped skills: node training/score.ts FILE [--failures]. The file is a JSON array like
// src/eval/open-prompts.json, or has one of its objects a line. Prints right and total in all and for each kind, then the same without the
// prompts that share five words in a row with a training sentence.
import type { SkillManifest } from '@narratoria/protocol/skill'
import { readdirSync, readFileSync } from 'node:fs'
import { evaluatePlanner } from '../src/eval/evaluate-planner.ts'
import { type Entry, readEntry } from '../src/eval/read-entry.ts'
import { StubPlanner } from '../src/stub-planner.ts'
import { sampleSkill } from '../src/testing/sample-skill.ts'
import { writtenSentences } from './sentences.ts'

const [file = '', ...flags] = process.argv.slice(2)
const folder = new URL('../../../skills/', import.meta.url)
const skills = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(`${name}/skill.json`, folder), 'utf8')
  const { name: skill, scripts = [], priority = 50, description } = JSON.parse(text) as SkillManifest
  return sampleSkill({ name: skill, description, priority, scripts })
})
const runsOf = (text: string) => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  return words.slice(4).map((_, at) => words.slice(at, at + 5).join(' '))
}
const known = new Set(writtenSentences().flatMap(([text]) => runsOf(text)))

const text = readFileSync(file, 'utf8').trim()
const lines = text.split('\n').filter((line) => line.trim() !== '')
const entries = (text.startsWith('[') ? JSON.parse(text) : lines.map((line) => JSON.parse(line) as Entry)) as Entry[]
const fresh = entries.filter(({ prompt }) => !runsOf(prompt).some((run) => known.has(run)))
for (const [label, some] of Object.entries({ all: entries, 'without shared words': fresh })) {
  const { all, kinds, failures } = await evaluatePlanner(new StubPlanner(), { prompts: some.map(readEntry), skills })
  process.stdout.write(`${label}: ${all.right} of ${all.total}, ${(all.share * 100).toFixed(1)} %\n`)
  for (const [kind, { right, total, share }] of Object.entries(kinds))
    process.stdout.write(`  ${kind}: ${right} of ${total}, ${(share * 100).toFixed(1)} %\n`)
  if (!flags.includes('--failures') || label !== 'all') continue
  for (const { prompt, missing, forbidden } of failures)
    process.stdout.write(
      `  ${prompt}\n    missing ${missing.join(', ') || '-'}; wrong ${forbidden.join(', ') || '-'}\n`,
    )
}
