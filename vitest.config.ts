import { existsSync, globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Every workspace package with tests is a project of its own name; what is set here holds for all of them.
const projects = globSync('{packages,apps,skills,examples}/*/package.json', { cwd: import.meta.dirname })
  .map((manifest) => ({ root: dirname(manifest), name: nameIn(manifest) }))
  .filter(({ root }) => existsSync(join(import.meta.dirname, root, 'test')))

export default defineConfig({
  test: {
    // Tests start real processes on machines that may have two busy cores.
    testTimeout: 60_000,
    // Most of what they do is wait for those processes, so that one file for each core leaves no core idle.
    maxWorkers: Math.max(2, availableParallelism()),
    hookTimeout: 60_000,
    // Models of several test files share the cores.
    env: { NARRATORIA_THREADS: '1' },
    expect: { poll: { timeout: 20_000 } },
    // Its files import each other without their endings, which only a bundler resolves.
    server: { deps: { inline: ['@material/material-color-utilities'] } },
    include: ['test/**/*.test.{ts,tsx}'],
    projects: [...projects, { root: 'tools', name: 'workspace' }].map(({ root, name }) => ({
      extends: true,
      root,
      test: { name },
    })),
  },
})

function nameIn(manifest: string): string {
  return (JSON.parse(readFileSync(join(import.meta.dirname, manifest), 'utf8')) as { name: string }).name
}
