// Puts the shipped skills and campaigns into the package in the working directory while it is packed: what they need at run time,
// no sources. With --remove it takes them out again, so that the workspace goes on with its own.
import { cpSync, existsSync, globSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')
const isRemoval = process.argv.includes('--remove')
const parts = ['skill.json', 'SKILL.md', 'prompt.md', 'config-schema.json', 'README.md', 'locales', 'scripts']

const skills = resolve('skills')
rmSync(skills, { recursive: true, force: true })
for (const manifest of isRemoval ? [] : globSync('*/skill.json', { cwd: join(root, 'skills') })) {
  const skill = dirname(manifest)
  for (const part of parts) {
    const from = join(root, 'skills', skill, part)
    if (existsSync(from)) cpSync(from, join(skills, skill, part), { recursive: true })
  }
}

// The campaigns are in the package of the content already.
const shippedCampaigns = join(root, 'packages/content/campaigns')
const campaigns = resolve('campaigns')
if (campaigns !== shippedCampaigns) {
  rmSync(campaigns, { recursive: true, force: true })
  if (!isRemoval) cpSync(shippedCampaigns, campaigns, { recursive: true })
}
