import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IPty } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../command-line.ts'

const program = fileURLToPath(new URL('../../bin/narratoria.js', import.meta.url))

/** The library for pseudo-terminals. It does not support every system. */
export const pty = await import('@lydell/node-pty').catch(() => undefined)

export const keys = { enter: '\r', up: '\u001B[A', down: '\u001B[B', ctrlC: '\u0003', tab: '\t' }

/** `narratoria` at a terminal, and its screen. */
export class PseudoTerminal {
  /** The output of the program, unprocessed. */
  raw = ''
  readonly home: string
  /** The exit code, once the screen shows all of the output. */
  readonly exited: Promise<number>
  readonly #pty: IPty
  readonly #screen: xterm.Terminal
  #onChange: () => void = () => {}

  constructor(
    args: string[],
    {
      home = temporaryFolder(),
      env = {},
      columns = 80,
    }: { home?: string; env?: NodeJS.ProcessEnv; columns?: number } = {},
  ) {
    this.home = home
    mkdirSync(join(home, 'home'), { recursive: true })
    this.#screen = new xterm.Terminal({ cols: columns, rows: 24, scrollback: 5_000, allowProposedApi: true })
    this.#pty = pty!.spawn(process.execPath, [program, ...args], {
      name: env.TERM ?? 'xterm-256color',
      cols: columns,
      rows: 24,
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', NARRATORIA_HOME: join(home, 'home'), ...env },
    })
    // The screen shows what was written only after it has read it.
    this.exited = new Promise((resolve) =>
      this.#pty.onExit(({ exitCode }) => this.#screen.write('', () => resolve(exitCode))),
    )
    this.#pty.onData((text) => {
      this.raw += text
      this.#screen.write(text, () => this.#onChange())
    })
    onTestFinished(() => {
      try {
        this.#pty.kill('SIGKILL')
      } catch {
        // It has exited.
      }
    })
  }

  get pid(): number {
    return this.#pty.pid
  }

  type(text: string): void {
    this.#pty.write(text)
  }

  resize(columns: number): void {
    this.#screen.resize(columns, 24)
    this.#pty.resize(columns, 24)
  }

  /** The lines of the screen and its scrollback. */
  get lines(): string[] {
    const { active } = this.#screen.buffer
    return Array.from({ length: active.length }, (_, index) => active.getLine(index)?.translateToString(true) ?? '')
  }

  get text(): string {
    return this.lines.join('\n').trimEnd()
  }

  /** Words that the terminal broke at its edge, except words wider than the terminal. */
  get brokenWords(): string[] {
    const { lines } = this
    return lines.flatMap((line, index) => {
      if (!this.#screen.buffer.active.getLine(index)?.isWrapped) return []
      const word = `${lines[index - 1]?.split(' ').at(-1)}${line.split(' ')[0]}`
      return word.length > this.#screen.cols ? [] : [word]
    })
  }

  /** The last line, where the player types. */
  get input(): string {
    return this.text.split('\n').at(-1) ?? ''
  }

  /** Waits for a text on the screen, and returns the screen. */
  async until(shown: RegExp | (() => boolean)): Promise<string> {
    const isShown = () => (shown instanceof RegExp ? shown.test(this.text) : shown())
    const deadline = Date.now() + 60_000
    while (!isShown()) {
      if (Date.now() > deadline) throw new Error(`never came: ${String(shown)}; the screen is\n${this.text}`)
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
        setTimeout(resolve, 200)
      })
    }
    return this.text
  }

  /** Waits for the prompt. */
  async ready(): Promise<void> {
    await this.until(() => /^> ?$/.test(this.input))
  }
}
