// Installs every published package alone into an empty project and writes what came with it into docs/install-sizes.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmInstall, ownSizeOf, packPackage, publishablePackages } from './packages.mjs'

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'install-sizes.md')
const work = mkdtempSync(join(tmpdir(), 'narratoria-sizes-'))
try {
  const packages = publishablePackages()
  const tarballs = packages.map(({ name, dir }) => /** @type {const} */ ([name, `file:${packPackage(dir, work)}`]))
  const rows = packages.map(({ name, manifest }) => ({ name, manifest, ...installAlone(name, tarballs) }))
  writeFileSync(page, describe(rows))
  process.stdout.write(`install sizes: ${rows.length} packages in docs/install-sizes.md\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function installAlone(name, tarballs) {
  const project = mkdtempSync(join(work, 'project-'))
  const dependencies = Object.fromEntries(tarballs.filter(([packed]) => packed === name))
  const overrides = Object.fromEntries(tarballs.filter(([packed]) => packed !== name))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'alone', dependencies, overrides }))
  npmInstall(project)
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const installed = Object.keys(lock.packages).filter(Boolean)
  const names = installed.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const bytes = installed.map((path) => ownSizeOf(join(project, path))).reduce((sum, size) => sum + size, 0)
  return { others: names.filter((other) => other !== name).sort(), bytes }
}

function describe(rows) {
  const lines = rows.map(({ name, others, bytes }) => {
    const siblings = others.filter((other) => other.startsWith('@narratoria/')).length
    const list = others.map((other) => `\`${other}\``).join(', ') || '–'
    return `| \`${name}\` | ${siblings} | ${others.length - siblings} | ${(bytes / 1e6).toFixed(1)} | ${list} |`
  })
  return [
    '# What each package installs',
    '',
    'Made by `node tools/install-sizes.mjs`: each packed package, alone in an empty project, without optional peers.',
    'The size is that of the files, everything included. A model runtime comes only to hosts that add `node-llama-cpp`.',
    '',
    '| package | of ours | of others | MB | what comes with it |',
    '| --- | ---: | ---: | ---: | --- |',
    ...lines,
    '',
  ].join('\n')
}
