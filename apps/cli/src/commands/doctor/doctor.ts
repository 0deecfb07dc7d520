import { exitCodes } from '../../exit-codes.ts'
import { areConfirmed } from '../../host/confirm-local-skills.ts'
import { defaultHost, openHost } from '../../host/open-host.ts'
import { localSkills } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { describeWarning } from '../../terminal/skill-warning.ts'
import { describeTerminal } from '../../terminal/terminal.ts'
import { checkModels } from './check-model.ts'
import { type Check, checkStore } from './check-store.ts'

/** `narratoria doctor`: what works, what is missing, and what to do. */
export async function doctor({ json }: { json: true | undefined }, io: Io): Promise<number> {
  const checks = [
    checkNode(),
    ...(await checkSkills(io)),
    ...(await checkModels(io)),
    await checkStore(io),
    checkTerminal(io),
  ]
  const ok = checks.every(({ status }) => status !== 'broken')
  if (json) printJson(io, { ok, checks })
  else
    for (const { name, status, message, hint } of checks) {
      print(io, `${status.padEnd(8)}${name}: ${message}`)
      if (hint) print(io, `        ${hint}`)
    }
  return ok ? exitCodes.success : exitCodes.failure
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const message = `Node ${process.versions.node} on ${process.platform}-${process.arch}`
  if (major > 22 || (major === 22 && minor >= 18)) return { name: 'Node', status: 'ok', message }
  return { name: 'Node', status: 'broken', message, hint: 'Install Node 22.18 or newer.' }
}

async function checkSkills(io: Io): Promise<Check[]> {
  const name = 'Skills'
  const host = await openHost(io, defaultHost, { confirm: (folder) => areConfirmed(io, folder) })
  try {
    const usable = host.skills.available().map((skill) => skill.name)
    const disabled = host.skills.list().flatMap((skill) => (skill.enabled ? [] : [skill.name]))
    const suffix = disabled.length > 0 ? `, disabled: ${disabled.join(', ')}` : ''
    const hint = 'Reinstall narratoria, or name a folder with --skills.'
    const all: Check =
      usable.length > 0
        ? { name, status: 'ok', message: `${usable.length} usable (${usable.join(', ')})${suffix}` }
        : { name, status: 'broken', message: 'none was found', hint }
    const warnings = host.skills.warnings.map((warning): Check => {
      const isMinor = warning.code === 'duplicate_name' || warning.code === 'missing_dependency'
      const status = isMinor ? 'missing' : 'broken'
      return { name, status, message: describeWarning(warning), hint: 'Fix the file, or remove the folder.' }
    })
    const folder = localSkills(io)
    if (!folder || areConfirmed(io, folder)) return [all, ...warnings]
    const message = `${folder} is used only after you confirm it`
    return [all, ...warnings, { name, status: 'missing', message, hint: `narratoria play --skills ${folder}` }]
  } finally {
    await host.close()
  }
}

function checkTerminal(io: Io): Check {
  const { interactive, live, columns, marks } = describeTerminal(io)
  const colour = io.env.NO_COLOR ? 'no colour (NO_COLOR)' : live ? 'colour' : 'no colour'
  const message = interactive
    ? `${columns} columns, ${colour}, ${marks.dot === '·' ? 'Unicode' : 'ASCII only'}`
    : 'none: output goes to a pipe or file, so it is plain text'
  return { name: 'Terminal', status: 'ok', message }
}
