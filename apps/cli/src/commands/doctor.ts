import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { RuntimeError, SqliteSessionStore } from '@narratoria/runtime'
import { exitCodes } from '../exit-codes.ts'
import { openHost, usualHost } from '../host/open-host.ts'
import { storePath } from '../host/open-store.ts'
import { foreignSkills } from '../host/skill-roots.ts'
import { describeTerminal, printable } from '../terminal/terminal.ts'
import { type Check, checkModel } from './doctor-model.ts'

/** `narratoria doctor`: what works here, what is missing, and what to do. */
export async function doctor({ json }: { json?: boolean }): Promise<void> {
  const checks = [checkNode(), ...(await checkSkills()), await checkModel(), await checkDatabase(), checkTerminal()]
  const ok = checks.every(({ status }) => status !== 'broken')
  if (json) process.stdout.write(`${JSON.stringify({ ok, checks })}\n`)
  else for (const check of checks) tell(check)
  if (!ok) process.exitCode = exitCodes.failure
}

function tell({ name, status, message, hint }: Check): void {
  const { bold, dim } = describeTerminal()
  const word = status === 'broken' ? bold(status.padEnd(8)) : status.padEnd(8)
  process.stdout.write(`${word}${name}: ${printable(message)}\n${hint ? dim(`        ${printable(hint)}\n`) : ''}`)
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const message = `Node ${process.versions.node} on ${process.platform}-${process.arch}`
  if (major > 22 || (major === 22 && minor >= 18)) return { name: 'Node', status: 'ok', message }
  return { name: 'Node', status: 'broken', message, hint: 'Install Node 22.18 or newer.' }
}

async function checkSkills(): Promise<Check[]> {
  const host = await openHost(usualHost)
  try {
    const usable = host.skills.available().map(({ name }) => name)
    const off = host.skills.list().flatMap(({ name, enabled }) => (enabled ? [] : [name]))
    const message = `${usable.length} usable (${usable.join(', ')})${off.length > 0 ? `, switched off: ${off.join(', ')}` : ''}`
    const all: Check =
      usable.length > 0
        ? { name: 'Skills', status: 'ok', message }
        : {
            name: 'Skills',
            status: 'broken',
            message: 'none was found',
            hint: 'Install narratoria again, or name a folder with --skills.',
          }
    const warnings = host.skills.warnings.map(({ path, message }): Check => ({
      name: 'Skills',
      status: 'missing',
      message: `${path}: ${message}`,
      hint: 'Mend the file, or remove the folder.',
    }))
    const folder = foreignSkills()
    const foreign: Check[] = folder
      ? [
          {
            name: 'Skills',
            status: 'missing',
            message: `${folder} is used only when you agree`,
            hint: `narratoria play --skills ${folder}`,
          },
        ]
      : []
    return [all, ...warnings, ...foreign]
  } finally {
    await host.close()
  }
}

async function checkDatabase(): Promise<Check> {
  const path = storePath()
  const hint = 'Stories can be played, but not kept, until this is mended.'
  if (!existsSync(path)) {
    return canWriteUnder(path)
      ? { name: 'Stories', status: 'ok', message: `none yet; they will be kept in ${path}` }
      : { name: 'Stories', status: 'broken', message: `${path} cannot be written`, hint }
  }
  try {
    const store = await SqliteSessionStore.open(path)
    const sessions = await store.listSessions()
    const notices = store.notices.map(({ message }) => message)
    await store.close()
    const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`
    const message = [`${sessions.length} stories in ${path} (${size})`, ...notices].join('. ')
    return { name: 'Stories', status: notices.length > 0 ? 'missing' : 'ok', message }
  } catch (error) {
    if (!RuntimeError.isInstance(error)) throw error
    return { name: 'Stories', status: 'broken', message: error.message, hint }
  }
}

/** Whether a file could be made at a path whose folders may not be there yet. */
function canWriteUnder(path: string): boolean {
  const folder = dirname(path)
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && folder !== path && canWriteUnder(folder)
  }
}

function checkTerminal(): Check {
  const { interactive, live, columns, marks } = describeTerminal()
  if (!interactive)
    return { name: 'Terminal', status: 'ok', message: 'none: output goes to a pipe or file, so it is plain text' }
  const colour = process.env.NO_COLOR ? 'no colour (NO_COLOR)' : live ? 'colour' : 'no colour'
  return {
    name: 'Terminal',
    status: 'ok',
    message: `${columns} columns, ${colour}, ${marks.dot === '·' ? 'Unicode' : 'ASCII alone'}`,
  }
}
