import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool } from '@narratoria/tool-sdk'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import type { HostSkill, HostSkillTool } from '../../src/tools/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const say = (name: string, word: string): HostSkillTool =>
  defineTool({ name, triggers: [word], run: (_, { narrate }) => narrate(`The ${name} answers.`) })

/** A skill whose tools can be replaced. */
class Orchestra implements HostSkill {
  readonly name = 'orchestra'
  readonly description = 'Plays music.'
  tools: HostSkillTool[] = [say('drum', 'drum'), say('flute', 'flute')]
  readonly changes = new EventEmitter()

  onChanged(listener: () => void): () => void {
    this.changes.on('changed', listener)
    return () => this.changes.off('changed', listener)
  }
}

async function openHost(hostSkills: HostSkill[]) {
  const home = await temporaryFolder()
  mkdirSync(join(home, 'skills'))
  const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home, hostSkills })
  onTestFinished(() => host.close())
  return { host, session: await host.openSession() }
}

it('plays the tools of a skill of the host', async () => {
  const { host, session } = await openHost([new Orchestra()])
  expect(host.skills.get('orchestra')?.scripts).toMatchObject([
    { name: 'drum', path: 'tool:orchestra/drum' },
    { name: 'flute', path: 'tool:orchestra/flute' },
  ])
  expect((await session.play('I beat the drum').result).narrative).toContain('The drum answers.')
  await host.skills.setEnabled('orchestra', false)
  expect((await session.play('I play the flute').result).plan?.tools).toEqual([])
})

it('follows a skill of the host whose tools change, until the host is closed', async () => {
  const orchestra = new Orchestra()
  const { host, session } = await openHost([orchestra])
  orchestra.tools = [say('harp', 'harp')]
  const reloaded = new Promise<unknown>((resolve) => host.skills.once('changed', resolve))
  orchestra.changes.emit('changed')
  expect(await reloaded).toMatchObject({ changed: ['orchestra'] })
  const { narrative } = await session.play('I pluck the harp and beat the drum').result
  expect(narrative).toContain('The harp answers.')
  expect(narrative).not.toContain('The drum answers.')
  await host.close()
  expect(orchestra.changes.listenerCount('changed')).toBe(0)
})

it('refuses the name of a skill of the host that is not one', async () => {
  const orchestra = Object.assign(new Orchestra(), { name: 'The Orchestra' })
  await expect(openHost([orchestra])).rejects.toThrow('The skill name "The Orchestra" must consist of lower-case words')
})
