import { resolve } from 'node:path'
import { findInfinite, findReferences } from '@narratoria/protocol/rules'
import { isJsonObject, listIssues, matches, Plan, ToolInvocation } from '@narratoria/protocol'
import { CircularDependencyError, InvalidPlanError } from '../errors.ts'
import { findCycles } from './find-cycles.ts'
import { howToShorten, sizeUpTo } from './input-size.ts'
import { buildGraph, topologicalOrder, type PlanGraph } from './plan-graph.ts'
import { isInside, realPathOf, realRoots } from './tool-roots.ts'

/** Options of {@link validatePlan}. */
export interface PlanRules {
  /** Folders that tools must lie in, compared by real path. Defaults to any folder. */
  roots?: readonly string[]
  /** Base of relative paths. Defaults to `process.cwd()`. */
  cwd?: string
  /** Most tools of a plan. Its tools have at most five times as many dependencies together. Defaults to 10,000. */
  maxTools?: number
  /** Most bytes of the inputs of all tools together: their keys and texts as UTF-8, and 512 for each value. Defaults to 32 MiB. */
  maxInputBytes?: number
  /** Whether a path such as `tool:NAME` names a tool that runs in process. Defaults to none. */
  isInProcess?: (toolPath: string) => boolean
}

/** The rules with defaults applied. */
export interface ResolvedRules {
  cwd: string
  /** Real paths. */
  roots?: readonly string[]
  maxTools: number
  maxInputBytes: number
  isInProcess?: (toolPath: string) => boolean
}

/** A valid plan, with what the check computed. */
export interface CheckedPlan {
  plan: Plan
  graph: PlanGraph
  /** Positions in topological order, ties by position. */
  order: number[]
  /** The real path of each tool; `tool:NAME` for one that runs in process. */
  toolPaths: string[]
  /** Positions of the tools whose input refers to the return values of others. */
  withReferences: ReadonlySet<number>
  /** The real paths of the folders that tools must lie in. */
  roots: readonly string[] | undefined
}

export const defaultMaxTools = 10_000
export const defaultMaxInputBytes = 32 * 1024 * 1024
/** The most dependencies of a plan, for each tool that it may have: following more would block the host. */
const dependenciesPerTool = 5
const deepestInput = 512
/** Most problems that an error lists. */
const maxIssues = 1_000
const longestPath = 4_096
const toolsPerStep = 20
const none: string[] = []

/**
 * Checks a plan's schema, references and cycles, and that its tools lie in `roots`. The error lists every problem.
 *
 * @throws {CircularDependencyError} `circular_dependency` if circular dependencies are the only problem
 * @throws {InvalidPlanError} `invalid_plan` for any other problem
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { CircularDependencyError, validatePlan } from '@narratoria/executor'
 *
 * const tools = [
 *   { toolId: 'a', toolPath: 'a.mjs', dependencies: ['b'] },
 *   { toolId: 'b', toolPath: 'b.mjs', dependencies: ['a'] },
 * ]
 * assert.throws(() => validatePlan({ requestId: crypto.randomUUID(), tools }), CircularDependencyError)
 * ```
 */
export function validatePlan(plan: unknown, rules: PlanRules = {}): asserts plan is Plan {
  const cwd = rules.cwd ?? process.cwd()
  const { roots, maxTools = defaultMaxTools, maxInputBytes = defaultMaxInputBytes, isInProcess } = rules
  const steps = checkPlan(plan, {
    cwd,
    maxTools,
    maxInputBytes,
    ...(roots && { roots: realRoots(roots, cwd) }),
    ...(isInProcess && { isInProcess }),
  })
  while (!steps.next().done);
}

/**
 * Like {@link validatePlan}, but returns the plan's graph, order and tool paths. It yields between its steps, of which each is
 * short, so that a host may let other work run.
 */
export function* checkPlan(plan: unknown, rules: ResolvedRules): Generator<void, CheckedPlan> {
  const count = isJsonObject(plan) && Array.isArray(plan.tools) ? plan.tools.length : 0
  if (count > rules.maxTools)
    throw new InvalidPlanError([`the plan has ${count} tools; the most are ${rules.maxTools}`])
  const [dependencies, most] = [countDependencies(plan), rules.maxTools * dependenciesPerTool]
  if (dependencies > most)
    throw new InvalidPlanError([`the plan has ${dependencies} dependencies; the most are ${most}`])
  yield* refuseLargeInputs(plan, rules.maxInputBytes)
  const isValid = matches(Plan, plan)
  yield
  const issues = isValid ? [] : yield* listShapeIssues(plan)
  const tools = isValid ? (plan as Plan).tools : readableTools(plan)
  if (isJsonObject(plan) && tools.length === 0 && issues.length === 0 && !hasNarrative(plan)) {
    issues.push('the plan has neither tools nor a narrative')
  }
  for (const issue of yield* listReferenceIssues(tools)) issues.push(issue)
  yield
  const toolPaths = yield* resolveToolPaths(tools, rules, issues)
  const graph = buildGraph(tools)
  const withReferences = yield* checkReferences(tools, graph, issues)
  const order = topologicalOrder(graph)
  const cycles =
    order.length === tools.length ? [] : findCycles(graph).map((cycle) => cycle.map((at) => tools[at]!.toolId))
  const cycleIssues = cycles.map((cycle) => `circular dependency: ${showCycle(cycle)}`)
  if (issues.length > 0) throw new InvalidPlanError(shorten([...issues, ...cycleIssues]))
  if (cycles[0]) throw new CircularDependencyError(cycles[0], cycleIssues)
  return { plan: plan as Plan, graph, order, toolPaths, withReferences, roots: rules.roots }
}

function countDependencies(plan: unknown): number {
  if (!isJsonObject(plan) || !Array.isArray(plan.tools)) return 0
  const lists = plan.tools.map((tool: unknown) => (isJsonObject(tool) ? tool.dependencies : undefined))
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

/** Before anything else reads the inputs. */
function* refuseLargeInputs(plan: unknown, limit: number): Generator<void, void> {
  if (!isJsonObject(plan) || !Array.isArray(plan.tools)) return
  let left = limit
  for (const [at, tool] of (plan.tools as unknown[]).entries()) {
    if (!isJsonObject(tool) || tool.input === undefined) continue
    left -= yield* sizeUpTo(left, tool.input)
    if (left >= 0) continue
    const where = `the inputs of the plan's tools are larger than ${limit} bytes together, counted up to /tools/${at}/input`
    throw new InvalidPlanError([`${where}; ${howToShorten}`])
  }
}

function shorten(issues: string[]): string[] {
  if (issues.length <= maxIssues) return issues
  return [...issues.slice(0, maxIssues), `${issues.length - maxIssues} more problems`]
}

function* listShapeIssues(plan: unknown): Generator<void, string[]> {
  if (!isJsonObject(plan)) return ['a plan must be a JSON object']
  const { tools } = plan
  // Each tool separately, because the validator reports only the first few problems.
  const issues = listIssues(Plan, Array.isArray(tools) ? { ...plan, tools: [] } : plan)
  for (const [at, tool] of Array.isArray(tools) ? tools.entries() : []) {
    for (const issue of listIssues(ToolInvocation, tool)) issues.push({ ...issue, path: `/tools/${at}${issue.path}` })
    if (at % toolsPerStep === 0) yield
  }
  return issues.map(({ path, message }) => (path === '' ? `the plan ${message}` : `${path} ${message}`))
}

// The tools that the other checks can read, so that an invalid field hides no other problem.
function readableTools(plan: unknown): ToolInvocation[] {
  if (!isJsonObject(plan) || !Array.isArray(plan.tools)) return []
  return (plan.tools as unknown[]).filter(isJsonObject).flatMap((tool) => {
    if (typeof tool.toolId !== 'string') return []
    const dependencies = Array.isArray(tool.dependencies)
      ? tool.dependencies.filter((id) => typeof id === 'string')
      : []
    return [{ ...(tool as unknown as ToolInvocation), dependencies }]
  })
}

function hasNarrative(plan: object): boolean {
  return 'narrative' in plan && typeof plan.narrative === 'string' && plan.narrative.trim() !== ''
}

function* listReferenceIssues(tools: readonly ToolInvocation[]): Generator<void, string[]> {
  const issues: string[] = []
  const seen = new Map<string, number>()
  for (const { toolId } of tools) seen.set(toolId, (seen.get(toolId) ?? 0) + 1)
  for (const [toolId, count] of seen) if (count > 1) issues.push(`toolId "${toolId}" is used ${count} times`)
  for (const { toolId, dependencies, input } of tools) {
    for (const dependency of dependencies && dependencies.length > 1 ? new Set(dependencies) : (dependencies ?? none)) {
      if (!seen.has(dependency))
        issues.push(`tool "${toolId}" depends on "${dependency}", which the plan does not have`)
    }
    if (!input) continue
    yield
    if (isDeeperThan(input, deepestInput)) {
      issues.push(`the input of tool "${toolId}" is nested more than ${deepestInput} levels deep`)
    } else {
      yield
      const infinite = findInfinite(input)
      if (infinite !== undefined)
        issues.push(`the input of tool "${toolId}" has a number at ${infinite} that JSON cannot hold`)
    }
  }
  return issues
}

/** Finds the tools with references, which may refer to tools that they depend on, directly or indirectly. */
function* checkReferences(
  tools: readonly ToolInvocation[],
  graph: PlanGraph,
  issues: string[],
): Generator<void, Set<number>> {
  const found = new Set<number>()
  for (const [position, { toolId, input }] of tools.entries()) {
    if (!input) continue
    yield
    if (isDeeperThan(input, deepestInput)) continue
    yield
    const references = findReferences(input)
    if (references.length === 0) continue
    found.add(position)
    const before = new Set(graph.dependencies[position])
    for (const ancestor of before) for (const next of graph.dependencies[ancestor]!) before.add(next)
    const ids = new Set([...before].map((ancestor) => tools[ancestor]!.toolId))
    for (const { $from } of references)
      if (!ids.has($from))
        issues.push(`the input of tool "${toolId}" refers to "${$from}", on which it does not depend`)
  }
  return found
}

function* resolveToolPaths(
  tools: readonly ToolInvocation[],
  { cwd, roots, isInProcess }: ResolvedRules,
  issues: string[],
): Generator<void, string[]> {
  const known = new Map<string, { path: string; allowed: boolean }>()
  const paths: string[] = []
  for (const { toolId, toolPath } of tools) {
    const fault = pathFault(toolPath)
    if (fault !== undefined) {
      if (fault) issues.push(`the path of tool "${toolId}" ${fault}`)
      paths.push('')
      continue
    }
    if (isInProcess?.(toolPath)) {
      paths.push(toolPath)
      continue
    }
    let found = known.get(toolPath)
    if (!found) {
      const path = realPathOf(resolve(cwd, toolPath))
      known.set(toolPath, (found = { path, allowed: !roots || isInside(path, roots) }))
      if (known.size % toolsPerStep === 0) yield
    }
    if (!found.allowed) {
      issues.push(`tool "${toolId}" at ${toolPath} lies outside the allowed folders (${roots!.join(', ')})`)
    }
    paths.push(found.path)
  }
  return paths
}

// Empty for a path that the schema refuses.
function pathFault(path: unknown): string | undefined {
  if (typeof path !== 'string' || path === '') return ''
  if (path.includes('\0')) return 'contains a NUL character'
  return path.length > longestPath ? `has more than ${longestPath} characters` : undefined
}

function showCycle(cycle: string[]): string {
  if (cycle.length <= 24) return cycle.join(' → ')
  return [...cycle.slice(0, 12), `(${cycle.length - 24} more)`, ...cycle.slice(-12)].join(' → ')
}

/** Whether `value` contains objects or arrays nested more than `levels` deep. Does not recurse. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; ; depth += 1) {
    const below: unknown[] = []
    let nested = false
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      nested = true
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) below.push(inner)
    }
    if (!nested) return false
    if (depth === levels) return true
    level = below
  }
}
