import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Executor } from '@narratoria/executor'
import crossSpawn from 'cross-spawn'
import { execa } from 'execa'
import { x } from 'tinyexec'
import type { BenchCase, Contender } from '../bench-case.ts'
import { versionOf } from '../package-version.ts'
import { nodeTool, shellTool, tinyTool, workFolder } from '../workspace.ts'

async function readToEnd(child: ChildProcess): Promise<void> {
  child.stdin?.end()
  child.stdout?.on('data', () => {})
  child.stderr?.on('data', () => {})
  await once(child, 'close')
}

async function repeat(count: number, concurrency: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) await work()
    }),
  )
}

function sequential(): BenchCase {
  const tool = tinyTool()
  const count = 25
  const executor = new Executor({ cwd: workFolder() })
  const plan = () => ({ requestId: randomUUID(), tools: [{ toolId: 'tiny', toolPath: tool }] })
  const times = (work: () => Promise<unknown>) => () => repeat(count, 1, work)
  return {
    name: `launch to exit of a tiny static tool, ${count} in a row`,
    rounds: 45,
    reference: { name: 'child_process.spawn', version: process.version, run: times(() => readToEnd(spawn(tool))) },
    contenders: [
      {
        name: 'narratoria, parsed and checked',
        bar: 1.15,
        run: times(async () => {
          const result = await executor.execute(plan())
          if (!result.success) throw new Error('the tool failed')
        }),
        close: () => executor.close(),
      },
      { name: 'cross-spawn', version: versionOf('cross-spawn'), run: times(() => readToEnd(crossSpawn(tool))) },
      { name: 'tinyexec', version: versionOf('tinyexec'), run: times(async () => x(tool)) },
      { name: 'execa', version: versionOf('execa'), run: times(async () => execa(tool)) },
    ],
  }
}

function planOf(executor: Executor, tool: string, count: number): () => Promise<void> {
  const tools = Array.from({ length: count }, (_, at) => ({ toolId: `t${at}`, toolPath: tool, async: true }))
  return async () => {
    const result = await executor.execute({ requestId: randomUUID(), parallel: true, tools })
    if (!result.success) throw new Error('a tool failed')
  }
}

function shellTools(): BenchCase {
  const tool = shellTool()
  const [count, concurrency] = [200, 2]
  const executor = new Executor({ cwd: workFolder(), maxConcurrency: concurrency })
  const all = (work: () => Promise<unknown>) => () => repeat(count, concurrency, work)
  return {
    name: `${count} shell tools, ${concurrency} at once`,
    rounds: 15,
    reference: { name: 'spawn loop', version: process.version, run: all(() => readToEnd(spawn(tool))) },
    contenders: [
      { name: 'narratoria, one plan', bar: 1.15, run: planOf(executor, tool, count), close: () => executor.close() },
      { name: 'tinyexec', version: versionOf('tinyexec'), run: all(async () => x(tool)) },
      { name: 'execa', version: versionOf('execa'), run: all(async () => execa(tool)) },
    ],
  }
}

function nodeTools(): BenchCase | undefined {
  const version = /GNU Make ([\d.]+)/.exec(spawnSync('make', ['--version']).stdout?.toString() ?? '')?.[1]
  if (version === undefined) return undefined
  const tool = nodeTool()
  const count = 200
  const makefile = join(workFolder(), 'Makefile')
  const targets = Array.from({ length: count }, (_, at) => `t${at}`).join(' ')
  writeFileSync(makefile, `all: ${targets}\n${targets}:\n\t@${process.execPath} ${tool}\n.PHONY: all ${targets}\n`)
  const executor = new Executor({ cwd: workFolder(), maxConcurrency: 4 })
  const narratoria: Contender = {
    name: 'narratoria, one plan, up to 4 at once',
    bar: 1.05,
    run: planOf(executor, tool, count),
    close: () => executor.close(),
  }
  const spawned = () => repeat(count, 4, () => readToEnd(spawn(process.execPath, [tool])))
  return {
    name: `${count} Node tools`,
    rounds: 5,
    slow: true,
    reference: { name: 'make -j2', version, run: () => readToEnd(spawn('make', ['-j2', '-f', makefile])) },
    contenders: [
      narratoria,
      { name: 'spawn loop, 4 at once', version: process.version, run: spawned },
      {
        name: 'execa, 4 at once',
        version: versionOf('execa'),
        run: () => repeat(count, 4, async () => execa(process.execPath, [tool])),
      },
    ],
  }
}

export function cases(): BenchCase[] {
  return [sequential(), shellTools(), nodeTools()].filter((benchCase) => benchCase !== undefined)
}
