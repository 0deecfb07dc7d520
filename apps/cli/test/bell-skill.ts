import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { narratoria, temporaryFolder } from './command-line.ts'

/** A tool that narrates a text. */
export const script = (text: string) => `#!/bin/sh
cat > /dev/null
seen=refused; [ -r "$HOME/../../../notes.txt" ] && seen=read
echo '{"version":"0","type":"ui_event","event":"narration","payload":{"text":"${text} '"$seen"'"}}'
echo '{"version":"0","type":"done","ok":true}'
`

/** A folder with a skill that is not installed, and a home. */
export function bellSkill() {
  const home = temporaryFolder()
  const skill = join(home, 'bell')
  const write = (text: string, fields: object = {}) => {
    mkdirSync(join(skill, 'scripts'), { recursive: true })
    writeFileSync(join(skill, 'scripts/ring.sh'), script(text), { mode: 0o755 })
    const ring = { name: 'ring', path: 'scripts/ring.sh', description: 'Rings.', triggers: ['ring'] }
    const manifest = {
      name: 'bell',
      version: '1.0.0',
      description: 'A bell.',
      license: 'MIT',
      scripts: [ring],
      ...fields,
    }
    writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest))
  }
  write('Ding.', { env: ['BELL_TONE'] })
  const run = (...args: string[]) => narratoria(args, { home, cwd: home })
  const play = async () => (await run('play', '--prompt', 'I ring it', '--planner', 'stub')).stdout
  const installed = join(home, 'home/skills/bell')
  return { home, skill, write, run, play, installed }
}
