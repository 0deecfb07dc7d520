import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import spawn from 'cross-spawn'
import type { StdioEntry } from '../config/server-entry.ts'
import { FloodGuard } from './flood-guard.ts'

/** Most bytes of one message. */
const maxLineBytes = 16 * 1024 * 1024
/** Characters of standard error that are kept. */
const maxStderr = 8_000
/** Milliseconds that a server has to end after its standard input was closed, and again after it was terminated. */
const graceMs = 500

/** Milliseconds to wait for the last messages of a server that has ended. */
const lastMessagesMs = 100

/** The process groups of running servers, which end with the host. */
const groups = new Set<number>()
let watchesExit = false

/**
 * A server as a process of its own group. Unlike the transport of the SDK it bounds what the server can send, ends the whole
 * group, and keeps the end of standard error for messages.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  readonly #entry: StdioEntry
  readonly #guard = new FloodGuard()
  #child: ChildProcess | undefined
  #pieces: Buffer[] = []
  #pending = 0
  #stderr = ''
  #closed = false

  constructor(entry: StdioEntry) {
    this.#entry = entry
  }

  /** The last line that the server wrote to standard error, or why it was ended. */
  get lastWords(): string {
    return this.#stderr.trimEnd().split('\n').at(-1)?.trim().slice(0, 500) ?? ''
  }

  async start(): Promise<void> {
    const { command, args = [], env = {}, cwd } = this.#entry
    const child = spawn(command, args, {
      // A server that is Narratoria itself starts no servers of its own: one of them may be this one again.
      env: { ...getDefaultEnvironment(), NARRATORIA_IS_SERVER: '1', ...env },
      ...(cwd !== undefined && { cwd }),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    child.stdout!.on('data', (chunk: Buffer) => this.#read(chunk))
    child.stderr!.on('data', (chunk: Buffer) => (this.#stderr = (this.#stderr + chunk.toString()).slice(-maxStderr)))
    // A server that has ended reports itself by its exit.
    child.stdin!.on('error', () => {})
    // Its last messages may arrive after its end, but a process that it left behind may keep the pipe open for ever.
    child.once('exit', () => void within(once(child.stdout!, 'close'), lastMessagesMs).then(() => this.#end()))
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error: NodeJS.ErrnoException) => {
        const why = error.code === 'ENOENT' ? 'it was not found' : (error.code ?? error.message)
        reject(new Error(`The command ${command} could not be started: ${why}.`))
      })
    })
    groups.add(child.pid!)
    if (watchesExit) return
    watchesExit = true
    process.on('exit', () => [...groups].forEach((group) => signal(group, 'SIGKILL')))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (this.#closed || !stdin?.writable) throw new Error('The server has ended.')
    if (!stdin.write(`${JSON.stringify(message)}\n`) && stdin.writable)
      await Promise.race([once(stdin, 'drain'), once(stdin, 'close')]).catch(() => {})
  }

  /** Closes standard input, then terminates the group, then kills it. Resolves when the server has ended. */
  async close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child?.pid) return this.#end()
    this.#discard()
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve()
    child.stdin!.end()
    if (!(await within(exited, graceMs))) {
      signal(child.pid, 'SIGTERM')
      if (!(await within(exited, graceMs))) signal(child.pid, 'SIGKILL')
      await exited
    }
    // Processes that the server left behind.
    signal(child.pid, 'SIGKILL')
    groups.delete(child.pid)
    child.stdout!.destroy()
    child.stderr!.destroy()
    this.#end()
  }

  #read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0 && !this.#closed; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(start, end)]).toString('utf8')
      this.#discard()
      start = end + 1
      this.#take(line)
    }
    if (this.#closed) return
    this.#pieces.push(chunk.subarray(start))
    this.#pending += chunk.length - start
    if (this.#pending > maxLineBytes) this.#refuse(`a message has more than ${maxLineBytes / 1024 ** 2} MiB`)
  }

  #take(line: string): void {
    const excess = this.#guard.take(line.length)
    if (excess !== undefined) return this.#refuse(excess)
    if (line.trim() === '') return
    try {
      // Lines that are not messages, such as prints of a library, are ignored.
      this.onmessage?.(deserializeMessage(line))
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Ends a server that sends too much. */
  #refuse(why: string): void {
    this.#stderr = `It was ended: ${why}.`
    this.onerror?.(new Error(this.#stderr))
    void this.close()
  }

  #discard(): void {
    this.#pieces = []
    this.#pending = 0
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#discard()
    const child = this.#child
    if (child?.pid) {
      signal(child.pid, 'SIGKILL')
      groups.delete(child.pid)
    }
    this.onclose?.()
  }
}

/** Signals the process group of a server; on Windows the server alone. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name)
  } catch {
    // It has ended.
  }
}

async function within(done: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const first = await Promise.race([done.then(() => true as const), late])
  clearTimeout(timer)
  return first
}
