// Applies the changesets: sets the versions of the published packages, writes their change logs, and updates the version in
// the OpenAPI document of the web app and in the manifest of the MCP server. Private packages keep their versions.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const openapi = 'apps/web/openapi.json'

const before = webVersion()
execFileSync('changeset', ['version', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

// Replaces the text instead of writing the JSON again, so that the format of the file stays.
const stated = `"version": "${before}"`
const parts = readFileSync(join(root, openapi), 'utf8').split(stated)
if (parts.length === 2) {
  writeFileSync(join(root, openapi), parts.join(`"version": "${webVersion()}"`))
} else {
  process.stderr.write(
    `version: ${openapi} contains ${stated} ${parts.length - 1} times, not once: set its info.version to ${webVersion()}\n`,
  )
  process.exitCode = 1
}

function webVersion() {
  return JSON.parse(readFileSync(join(root, 'apps/web/package.json'), 'utf8')).version
}

// The manifest for MCP registries names the version of the program twice.
const manifest = join(root, 'apps/cli/server.json')
const { version } = JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8'))
writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(/"version": "[^"]+"/g, `"version": "${version}"`))
