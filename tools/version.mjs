// Takes the changesets: raises the versions of the published packages, writes their change logs, and brings the file up
// to date that states such a version too. Private packages, and the skills among them, keep theirs.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const description = 'apps/web/openapi.json'

const before = webVersion()
execFileSync('changeset', ['version', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

// A text is replaced, not the JSON written anew, so that the file keeps its form.
const stated = `"version": "${before}"`
const parts = readFileSync(join(root, description), 'utf8').split(stated)
if (parts.length === 2) {
  writeFileSync(join(root, description), parts.join(`"version": "${webVersion()}"`))
} else {
  process.stderr.write(
    `version: ${description} states ${stated} ${parts.length - 1} times and not once: set its info.version to ${webVersion()}\n`,
  )
  process.exitCode = 1
}

function webVersion() {
  return JSON.parse(readFileSync(join(root, 'apps/web/package.json'), 'utf8')).version
}
