import { randomUUID } from 'node:crypto'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { Executor, type Attempt, type RunningAttempt } from '@narratoria/executor'
import type { Plan } from '@narratoria/protocol'
import PQueue from 'p-queue'
import type { BenchCase, Contender } from '../bench-case.ts'
import { versionOf } from '../package-version.ts'

type Shape = 'chain' | 'fan-out' | 'random DAG'

const concurrency = 4

/** The dependencies of each node, as indexes. */
function shapeOf(shape: Shape, size: number): number[][] {
  let seed = 42
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below
  return Array.from({ length: size }, (_, at) => {
    if (at === 0) return []
    if (shape === 'chain') return [at - 1]
    if (shape === 'fan-out') return [0]
    return [...new Set(Array.from({ length: random(4) }, () => random(at)))]
  })
}

/** The work of every node: a patch to the state. */
async function work(at: number): Promise<{ [key: string]: number }> {
  return { [`k${at % 10}`]: at }
}

function pQueue(size: number): Contender {
  return {
    name: 'p-queue alone, the same functions',
    version: versionOf('p-queue'),
    async run() {
      const queue = new PQueue({ concurrency })
      for (let at = 0; at < size; at += 1) void queue.add(() => work(at))
      await queue.onIdle()
    },
  }
}

function narratoria(dependencies: number[][], options: { bar: number; trace: boolean }): Contender {
  let started = 0
  const runner = {
    start(attempt: Attempt): RunningAttempt {
      const outcome = work((started += 1)).then((patch) => {
        attempt.onEvent({ version: '0', type: 'state_patch', patch })
        attempt.onEvent({ version: '0', type: 'done', ok: true })
        return {}
      })
      return { outcome, cancel() {} }
    },
  }
  const executor = new Executor({ runner, cwd: '/', roots: ['/'], maxConcurrency: concurrency, planTimeoutMs: 600_000 })
  const plan: Plan = {
    requestId: randomUUID(),
    parallel: true,
    tools: dependencies.map((list, at) => ({
      toolId: `t${at}`,
      toolPath: '/tool',
      async: true,
      dependencies: list.map((index) => `t${index}`),
    })),
  }
  let events = 0
  const onEvent = () => void (events += 1)
  return {
    name: options.trace
      ? 'narratoria with every event of the trace delivered'
      : 'narratoria with trace and state in its result',
    bar: options.bar,
    async run() {
      const result = await executor.execute(plan, options.trace ? { onEvent } : {})
      if (!result.success || result.toolResults.length !== dependencies.length) throw new Error('a node is missing')
    },
  }
}

function langGraph(dependencies: number[][]): Contender {
  const State = Annotation.Root({
    state: Annotation<Record<string, number>>({ reducer: (a, b) => ({ ...a, ...b }), default: () => ({}) }),
  })
  let run: () => Promise<unknown>
  return {
    name: 'LangGraph.js, the same functions and state',
    version: versionOf('@langchain/langgraph'),
    prepare() {
      const graph = new StateGraph(State) as unknown as {
        addNode: (name: string, node: () => unknown) => void
        addEdge: (from: string | string[], to: string) => void
        compile: () => { invoke: (input: object, options: object) => Promise<unknown> }
      }
      const leaves = new Set(dependencies.keys())
      dependencies.forEach((_, at) => graph.addNode(`t${at}`, async () => ({ state: await work(at) })))
      dependencies.forEach((list, at) => {
        for (const index of list) leaves.delete(index)
        graph.addEdge(list.length === 0 ? START : list.map((index) => `t${index}`), `t${at}`)
      })
      for (const leaf of leaves) graph.addEdge(`t${leaf}`, END)
      const compiled = graph.compile()
      run = () => compiled.invoke({}, { recursionLimit: dependencies.length + 10, maxConcurrency: concurrency })
    },
    run: () => run(),
  }
}

function caseOf(shape: Shape, size: number): BenchCase {
  const dependencies = shapeOf(shape, size)
  return {
    name: `${size.toLocaleString('en')} no-op nodes, ${shape}`,
    rounds: size > 10_000 ? 7 : 15,
    slow: size > 10_000 && shape !== 'chain',
    reference: pQueue(size),
    contenders: [narratoria(dependencies, { bar: 2, trace: false }), narratoria(dependencies, { bar: 2, trace: true })],
  }
}

function peers(shape: Shape, size: number): BenchCase {
  const dependencies = shapeOf(shape, size)
  return {
    name: `${size.toLocaleString('en')} no-op nodes, ${shape}, beside a graph runner`,
    rounds: 5,
    reference: langGraph(dependencies),
    contenders: [narratoria(dependencies, { bar: 0.02, trace: false })],
  }
}

export function cases(): BenchCase[] {
  const shapes: Shape[] = ['chain', 'fan-out', 'random DAG']
  return [
    ...shapes.flatMap((shape) => [1_000, 10_000, 100_000].map((size) => caseOf(shape, size))),
    peers('chain', 1_000),
    peers('random DAG', 1_000),
  ]
}
