// Installs every published package alone into an empty project, without optional peers, and prints a Markdown table of
// what came with it. The size is that of all installed files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmInstall, ownSizeOf, packPackage, publishablePackages } from './packages.mjs'

const work = mkdtempSync(join(tmpdir(), 'narratoria-sizes-'))
try {
  const tarballs = publishablePackages().map(({ name, dir }) => ({ name, spec: `file:${packPackage(dir, work)}` }))
  const rows = tarballs.map(({ name }) => describe(name, installAlone(name, tarballs)))
  process.stdout.write(['| package | MB | installs |', '| --- | ---: | --- |', ...rows, ''].join('\n'))
} finally {
  rmSync(work, { recursive: true, force: true })
}

function installAlone(name, tarballs) {
  const project = mkdtempSync(join(work, 'project-'))
  const specs = (isWanted) =>
    Object.fromEntries(tarballs.filter(isWanted).map((tarball) => [tarball.name, tarball.spec]))
  const dependencies = specs((tarball) => tarball.name === name)
  const overrides = specs((tarball) => tarball.name !== name)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'alone', dependencies, overrides }))
  npmInstall(project)
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  return Object.keys(lock.packages)
    .filter(Boolean)
    .map((path) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 13),
      bytes: ownSizeOf(join(project, path)),
    }))
}

function describe(name, installed) {
  const others = installed.map((each) => each.name).filter((other) => other !== name)
  const megabytes = installed.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  return `| ${name} | ${megabytes.toFixed(1)} | ${others.sort().join(', ')} |`
}
