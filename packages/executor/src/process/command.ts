import { accessSync, constants, openSync, closeSync, readSync, type Stats, statSync } from 'node:fs'
import { extname } from 'node:path'
import type { AttemptFailure } from '../runner/tool-runner.ts'
import { platform } from './platform/platform.ts'

/** How a tool is started. */
export interface Command {
  file: string
  args: string[]
}

const scripts = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/** Returns the command of a tool. JavaScript and TypeScript run with the host's own Node. */
export function commandOf(toolPath: string): Command {
  return isScript(toolPath) ? { file: process.execPath, args: [toolPath] } : { file: toolPath, args: [] }
}

/**
 * Returns why a JavaScript or TypeScript tool cannot be started. Other tools are not checked, because the operating system
 * reports the reason.
 */
export function findStartFailure(toolPath: string): AttemptFailure | undefined {
  return isScript(toolPath) ? findFileFailure(toolPath) : undefined
}

/** Converts an error of the operating system at the start of a tool to a failure. */
export function explainStartError(
  error: Pick<NodeJS.ErrnoException, 'code' | 'message'>,
  { toolPath, cwd, launcher }: { toolPath: string; cwd: string; launcher?: string | undefined },
): AttemptFailure {
  if (!isFolder(cwd)) return { errorCode: 'spawn_failed', error: `The working directory ${cwd} does not exist.` }
  if (launcher !== undefined) {
    const why = error.code === 'ENOENT' ? 'it was not found' : (error.code ?? error.message)
    const message = `The command ${launcher}, which runs the tool ${toolPath}, could not be started: ${why}.`
    return { errorCode: 'launcher_failed', error: message, ...(error.code === 'ENOENT' && { retryable: false }) }
  }
  const failure = findFileFailure(toolPath)
  if (failure) return failure
  if (error.code === 'ENOENT') {
    const why = explainInterpreter(readFirstLine(toolPath))
    return {
      errorCode: 'interpreter_not_found',
      error: `The tool ${toolPath} could not be started: ${why}.`,
      retryable: false,
    }
  }
  const reason = error.code === 'EMFILE' ? 'no file descriptor is left (EMFILE)' : (error.code ?? error.message)
  return {
    errorCode: error.code === 'EACCES' ? 'tool_not_executable' : 'spawn_failed',
    error: `The tool ${toolPath} could not be started: ${reason}.`,
    ...((error.code === 'EACCES' || error.code === 'ENOEXEC') && { retryable: false }),
  }
}

function findFileFailure(toolPath: string): AttemptFailure | undefined {
  const stat = statOf(toolPath)
  if (typeof stat === 'string') {
    return { errorCode: 'tool_not_found', error: `The tool ${toolPath} cannot be read: ${stat}.`, retryable: false }
  }
  if (!stat) return { errorCode: 'tool_not_found', error: `There is no tool at ${toolPath}.`, retryable: false }
  const notExecutable = { errorCode: 'tool_not_executable', retryable: false }
  if (!stat.isFile()) return { ...notExecutable, error: `The tool ${toolPath} is not a file.` }
  try {
    accessSync(toolPath, isScript(toolPath) ? constants.R_OK : platform.startAccess)
    return undefined
  } catch {
    return { ...notExecutable, error: `The tool ${toolPath} is not executable; set its executable bit (chmod +x).` }
  }
}

// A path that is too long, or a circle of links, throws.
function statOf(path: string): Stats | string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

function isScript(toolPath: string): boolean {
  return scripts.has(extname(toolPath).toLowerCase())
}

function isFolder(path: string): boolean {
  const stat = statOf(path)
  return typeof stat === 'object' && stat.isDirectory()
}

function explainInterpreter(firstLine: string): string {
  if (!firstLine.startsWith('#!')) return 'its interpreter was not found'
  if (firstLine.endsWith('\r'))
    return 'its first line ends in a carriage return; save it with line feeds alone (LF, not CRLF)'
  return `its interpreter "${firstLine.slice(2).trim()}" was not found`
}

function readFirstLine(toolPath: string): string {
  try {
    const file = openSync(toolPath, 'r')
    try {
      const start = Buffer.alloc(256)
      return start.toString('utf8', 0, readSync(file, start)).split('\n', 1)[0] ?? ''
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
