import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, startProgram, until, writeSkill } from '../command-line.ts'
import { usePlayedStory } from '../played-story.ts'

const playedStory = usePlayedStory()

it('§10: a named story that another process plays is refused, and the process is named', async () => {
  const { home } = playedStory()
  const first = startProgram(['play', '--session', 'castle'], { home })
  const closed = once(first, 'close')
  let stderr = ''
  first.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  await until(() => stderr.includes('so far'))
  const second = await narratoria(['play', '--session', 'castle', '--prompt', 'x'], { home })
  expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/Process \d+ on .* is playing "castle"/) })
  first.stdin!.end()
  expect(await closed).toEqual([0, null])
})

it('§10: reports the turn that was lost when the program was killed, once, and continues', async () => {
  const { home } = playedStory()
  const skills = join(home, 'mine')
  const started = join(home, 'started')
  writeSkill(skills, {
    name: 'sleeper',
    trigger: 'sleep',
    script: `import fs from 'node:fs'; fs.writeFileSync('${started}', ''); setTimeout(() => {}, 60_000)`,
  })
  const args = ['play', '--session', 'castle', '--skills', skills, '--prompt', 'I sleep']
  const child = startProgram(args, { home, stdio: 'ignore' })
  const closed = once(child, 'close')
  await until(() => existsSync(started))
  child.kill('SIGKILL')
  await closed
  const next = await narratoria(['play', '--session', 'castle', '--prompt', 'I wait'], { home })
  expect(next.code).toBe(0)
  expect(next.stderr).toContain('the last turn ("I sleep") was interrupted and is not part of the story')
  const after = await narratoria(['play', '--session', 'castle', '--prompt', 'I wait'], { home })
  expect(after.stderr).not.toContain('was interrupted')
})
