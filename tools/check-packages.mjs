// Packs every published package and checks the tarballs with publint and attw.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packPackage, publishablePackages } from './packages.mjs'

/** Packages are ES modules: what `require` and the oldest way to find modules see of them does not matter. */
const ignoredResolutions = ['node10', 'node16-cjs']

const packed = mkdtempSync(join(tmpdir(), 'narratoria-pack-'))
/** @type {string[]} */
const failures = []
try {
  // One process for all packages: most of the time of a check is the start of the compiler.
  for (const { name, dir, manifest } of publishablePackages()) {
    const tarball = readFileSync(packPackage(dir, packed))
    const bytes = new Uint8Array(tarball)
    report(`${name}: publint`, await publintProblems(bytes.buffer))
    if (manifest.exports) report(`${name}: attw`, await typeProblems(bytes))
  }
} finally {
  rmSync(packed, { recursive: true, force: true })
}
process.stdout.write(failures.length === 0 ? 'packages: all publishable\n' : `packages: ${failures.join(', ')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1

/** @param {string} check @param {string[]} problems */
function report(check, problems) {
  if (problems.length === 0) return
  failures.push(check)
  process.stderr.write(`${check}\n${problems.join('\n')}\n`)
}

/** @param {ArrayBuffer} tarball */
async function publintProblems(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => formatMessage(message, pkg) ?? message.code)
}

/** @param {Uint8Array} tarball */
async function typeProblems(tarball) {
  const analysis = await checkPackage(createPackageFromTarballData(tarball))
  if (!analysis.types) return []
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem) || !ignoredResolutions.includes(problem.resolutionKind))
    .map((problem) => JSON.stringify(problem))
}
