import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { RuntimeError, openSqliteSessionStore, type SqliteSessionStore, type StoreNotice } from '@narratoria/runtime'
import { exitCodes } from '../exit-codes.ts'
import { agreedToSkills } from '../host/agree.ts'
import { openHost, usualHost } from '../host/open-host.ts'
import { storePath } from '../host/open-store.ts'
import { foreignSkills } from '../host/skill-roots.ts'
import { describeWarning } from '../terminal/skill-warning.ts'
import { count, describeTerminal, printable } from '../terminal/terminal.ts'
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
    const warnings = host.skills.warnings.map((warning): Check => ({
      name: 'Skills',
      status: warning.code === 'duplicate_name' || warning.code === 'missing_dependency' ? 'missing' : 'broken',
      message: describeWarning(warning),
      hint: 'Mend the file, or remove the folder.',
    }))
    const folder = foreignSkills()
    const foreign: Check[] =
      folder && !agreedToSkills(folder)
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

/** Opens the stories' file as a player's host does, and reads every turn. */
async function checkDatabase(): Promise<Check> {
  const name = 'Stories'
  const path = storePath()
  if (!existsSync(path)) {
    return canWriteUnder(path)
      ? { name, status: 'ok', message: `none yet; they will be kept in ${path}` }
      : { name, status: 'broken', message: `${path} cannot be written`, hint: notKept }
  }
  try {
    const store = await openSqliteSessionStore(path)
    try {
      const sessions = await store.listSessions()
      const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`
      const found = [...store.notices, ...(await checkedNotices(store))]
      const message = [
        `${count(sessions.length, 'story', 'stories')} in ${path} (${size})`,
        ...found.map((notice) => notice.message),
      ]
      return { name, ...worstOf(found.map(({ code }) => code)), message: message.join('. ') }
    } finally {
      await store.close()
    }
  } catch (error) {
    const code = RuntimeError.isInstance(error) ? error.code : undefined
    const hint = code === 'store_unwritable' || code === 'store_full' ? notKept : cannotPlay
    return { name, status: 'broken', message: error instanceof Error ? error.message : String(error), hint }
  }
}

const notKept = 'Stories can be played, but not kept, until this is mended.'
const cannotPlay = 'No story can be played until this is mended; until then NARRATORIA_HOME can name another folder.'

/** What reading every turn comes to. The store keeps no process alive for that. */
async function checkedNotices(store: SqliteSessionStore): Promise<StoreNotice[]> {
  const alive = setInterval(() => {}, 1_000)
  const notice = await store.checked
  clearInterval(alive)
  return notice ? [notice] : []
}

function worstOf(codes: readonly StoreNotice['code'][]): Pick<Check, 'status' | 'hint'> {
  if (codes.includes('damage_found'))
    return { status: 'broken', hint: 'Run "narratoria doctor" again: it then tells what was recovered.' }
  if (codes.includes('read_only')) return { status: 'broken', hint: 'Make the file and its folder writable.' }
  if (codes.includes('damaged_file_set_aside'))
    return {
      status: 'mended',
      hint: 'Look through your stories with "narratoria sessions list"; the damaged file may then be removed.',
    }
  return { status: 'ok' }
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
