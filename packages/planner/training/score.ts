// Scores the stub planner with the shipped skills: node training/score.ts FILE [--failures]. The file has the form of
// src/eval/open-prompts.json. Prompts that share five words in a row with a training sentence are also left out of a second score.
import type { SkillManifest } from '@narratoria/protocol/skill'
import { readdirSync, readFileSync } from 'node:fs'
import { evaluatePlanner } from '../src/eval/evaluate-planner.ts'
import { type Entry, readEntry } from '../src/eval/read-entry.ts'
import { StubPlanner } from '../src/stub-planner.ts'
import { sampleSkill } from '../src/testing/sample-skill.ts'

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
const written = JSON.parse(readFileSync(new URL('written.json', import.meta.url), 'utf8')) as [string, string[]][]
const known = new Set(written.flatMap(([text]) => runsOf(text)))

const entries = JSON.parse(readFileSync(file, 'utf8')) as Entry[]
const fresh = entries.filter(({ prompt }) => !runsOf(prompt).some((run) => known.has(run)))
for (const [label, some] of Object.entries({ all: entries, 'without shared words': fresh })) {
  const { all, kinds, failures } = await evaluatePlanner(new StubPlanner(), { prompts: some.map(readEntry), skills })
  const shares = Object.entries(kinds).map(([kind, { share }]) => `${kind} ${(share * 100).toFixed(1)}`)
  process.stdout.write(
    `${label}: ${all.right} of ${all.total}, ${(all.share * 100).toFixed(1)} % (${shares.join(', ')})\n`,
  )
  if (!flags.includes('--failures') || label !== 'all') continue
  for (const { prompt, missing, forbidden } of failures)
    process.stdout.write(
      `  ${prompt}\n    missing ${missing.join(', ') || '-'}; wrong ${forbidden.join(', ') || '-'}\n`,
    )
}
