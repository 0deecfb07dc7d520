import { checkCampaignWorld, runStoryTest } from '@narratoria/campaigns'
import { exitCodes } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { CampaignOptions } from './command.ts'
import { readNamed } from './read.ts'

/** `narratoria campaign check NAME`. Warnings are reported and do not fail. */
export async function checkCampaign({ campaign: name, json }: CampaignOptions, io: Io): Promise<number> {
  const { campaign, problems: found } = await readNamed(name, io)
  const problems = [...found, ...(campaign ? checkCampaignWorld(campaign) : [])]
  const ok = problems.every(({ level }) => level !== 'error')
  if (json) printJson(io, { ok, problems })
  else {
    for (const { level, at, message } of problems) print(io, `${at}: ${level}: ${message}`)
    print(io, problems.length === 0 ? `${name}: no problems` : `${name}: ${count(problems.length, 'problem')}`)
  }
  return ok ? exitCodes.success : exitCodes.failure
}

export async function testCampaign({ campaign: name, json }: CampaignOptions, io: Io): Promise<number> {
  const { campaign, problems } = await readNamed(name, io)
  if (!campaign) {
    if (json) printJson(io, { tests: [], problems })
    for (const { at, message } of json ? [] : problems) print(io, `${at}: ${message}`)
    return exitCodes.failure
  }
  const tests = campaign.tests.map((test) => ({
    ...runStoryTest(campaign.world, test, campaign.player),
    path: test.path,
  }))
  if (json) printJson(io, { tests: tests.map(({ path: _, ...test }) => test) })
  else {
    for (const { name: test, ok, line, message, path } of tests)
      print(io, ok ? `${test}: ok` : `${path}:${line}: ${message}`)
    if (tests.length === 0) print(io, `${name} has no tests; write some in its folder tests/`)
  }
  return tests.every(({ ok }) => ok) ? exitCodes.success : exitCodes.failure
}
