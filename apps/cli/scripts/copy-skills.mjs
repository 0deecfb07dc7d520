// Puts the shipped skills and campaigns into the package while it is packed: what a skill needs at run time, none of its
// sources.
// With --remove it takes them out again, so that the workspace goes on with its own.
import { cpSync, existsSync, globSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cli = dirname(dirname(fileURLToPath(import.meta.url)))
const from = join(cli, '..', '..', 'skills')
const to = join(cli, 'skills')
const shipped = ['skill.json', 'SKILL.md', 'prompt.md', 'config-schema.json', 'README.md', 'scripts']

rmSync(to, { recursive: true, force: true })
for (const manifest of process.argv.includes('--remove') ? [] : globSync('*/skill.json', { cwd: from })) {
  const skill = dirname(manifest)
  for (const part of shipped) {
    if (existsSync(join(from, skill, part))) cpSync(join(from, skill, part), join(to, skill, part), { recursive: true })
  }
}

const campaigns = join(cli, 'campaigns')
rmSync(campaigns, { recursive: true, force: true })
if (!process.argv.includes('--remove'))
  cpSync(join(cli, '../../packages/content/campaigns'), campaigns, { recursive: true })
