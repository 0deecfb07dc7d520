import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChatMessage, createLanguageModel, type LanguageModel } from '@narratoria/models'
import { expect, onTestFinished, test } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const storyteller = fileURLToPath(new URL('../../../../skills/storyteller', import.meta.url))

/** A model that records its requests and always gives the same answer. */
function recorder(id: string, answer: string): LanguageModel & { requests: (readonly ChatMessage[])[] } {
  const requests: (readonly ChatMessage[])[] = []
  const model = createLanguageModel({
    id,
    provider: 'test',
    contextTokens: 8_000,
    async *generate({ messages }) {
      requests.push(messages)
      yield { type: 'text', text: answer }
      yield { type: 'finish', finishReason: 'stop', usage: { promptTokens: 5, completionTokens: 4 } }
    },
  })
  return Object.assign(model, { requests })
}

async function openHost() {
  const folder = await temporaryFolder()
  const write = (name: string, text: string, script?: string) => {
    const skill = join(folder, 'skills', name)
    mkdirSync(join(skill, 'scripts'), { recursive: true })
    writeFileSync(join(skill, 'SKILL.md'), `---\nname: ${name}\ndescription: About ${name}.\n---\n\n${text}\n`)
    if (script !== undefined) writeFileSync(join(skill, 'scripts/run.sh'), script, { mode: 0o755 })
  }
  write('sea-slang', 'Sailors say "aye" and never "yes".', '#!/bin/sh\n')
  write('court-manners', 'Bow before you speak.')
  symlinkSync(storyteller, join(folder, 'skills/storyteller'), 'junction')
  const planner = recorder('planner', '{"steps":[],"say":"You wait."}')
  const narrator = recorder('narrator', 'The gulls circle and you wait for the tide to turn at last.')
  const host = await createNarratoria({
    skillRoots: [join(folder, 'skills')],
    home: join(folder, 'home'),
    models: { planner, narrator },
    followUps: false,
  })
  onTestFinished(() => host.close({ force: true }))
  const session = await host.openSession()
  const textOf = (messages: readonly ChatMessage[] | undefined) =>
    messages?.map(({ content }) => content).join('\n') ?? ''
  return {
    host,
    session,
    planned: () => textOf(planner.requests.at(-1)),
    narrated: () => textOf(narrator.requests.at(-1)),
  }
}

test('the text of a skill without protocol scripts reaches the model that plans and the model that narrates', async () => {
  const { session, planned, narrated } = await openHost()
  expect((await session.play('I wait').result).narrative).toContain('gulls')
  for (const text of [planned(), narrated()]) {
    expect(text).toContain(String.raw`Sailors say \"aye\" and never \"yes\".`)
    expect(text).toContain('Bow before you speak.')
  }
  const sent = await session.narratorContext()
  const block = sent?.blocks.find(({ name }) => name === 'guidance')
  expect(block?.text).toMatch(
    /^Guidance that the player chose.*\n\{"skill":"court-manners","description":"About court-manners."/,
  )
})

test('a disabled one reaches none, for a turn or permanently', async () => {
  const { host, session, narrated } = await openHost()
  await session.play('I wait', { disabledSkills: ['sea-slang'] }).result
  expect(narrated()).toContain('Bow before you speak.')
  expect(narrated()).not.toContain('Sailors say')
  await host.skills.setEnabled('court-manners', false)
  await session.play('I wait').result
  expect(narrated()).toContain('Sailors say')
  expect(narrated()).not.toContain('Bow before you speak.')
})
