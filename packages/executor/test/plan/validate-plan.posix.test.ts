import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { CircularDependencyError, InvalidPlanError, validatePlan } from '../../src/index.ts'
import { createFolder, createWorld, planOf, reportOf, toolOf } from '../world.ts'

const tool = (toolId: string, dependencies: string[] = []) => ({ toolId, toolPath: 'x', dependencies })

function problemsOf(plan: unknown, rules = {}): string[] {
  try {
    validatePlan(plan, rules)
    return []
  } catch (error) {
    if (!InvalidPlanError.isInstance(error)) throw error
    return error.issues
  }
}

function cycleOf(plan: unknown): string[] {
  try {
    validatePlan(plan, { maxTools: 100_000 })
  } catch (error) {
    if (CircularDependencyError.isInstance(error)) return error.cycle
    throw error
  }
  return []
}

describe('validatePlan', () => {
  it('001 §13.3: accepts a plan with tools and a plan with only a narrative', () => {
    expect(problemsOf(planOf([tool('a'), tool('b', ['a'])]))).toEqual([])
    expect(problemsOf(planOf([], { narrative: 'You wait.' }))).toEqual([])
  })

  it.each([
    ['a plan that is not an object', 'text', ['a plan must be a JSON object']],
    ['nothing to do', planOf([]), ['the plan has neither tools nor a narrative']],
    ['a blank narrative alone', planOf([], { narrative: ' ' }), ['the plan has neither tools nor a narrative']],
    ['a requestId that is no UUID', planOf([tool('a')], { requestId: 'one' }), [expect.stringContaining('/requestId')]],
    ['a repeated toolId', planOf([tool('a'), tool('a')]), ['toolId "a" is used 2 times']],
    ['an unknown dependency', planOf([tool('a', ['b'])]), ['tool "a" depends on "b", which the plan does not have']],
    [
      'retries beyond the bounds',
      planOf([{ ...tool('a'), retryPolicy: { maxRetries: 11, backoffMs: -1 } }]),
      [expect.stringContaining('/tools/0/retryPolicy/maxRetries'), expect.stringContaining('/retryPolicy/backoffMs')],
    ],
    ['a NUL in a path', planOf([{ toolId: 'a', toolPath: 'a\0b' }]), ['the path of tool "a" contains a NUL character']],
  ])('001 §13.3: refuses %s', (_, plan, issues) => {
    expect(problemsOf(plan)).toEqual(issues)
  })

  it('001 §13.3: lists every problem of every tool', () => {
    const broken = Array.from({ length: 30 }, (_, at) => ({
      toolId: `t${at}`,
      toolPath: '',
      dependencies: [`no${at}`],
    }))
    const issues = problemsOf({ requestId: 'no', tools: [...broken, tool('x', ['y']), tool('y', ['x'])] })
    expect(issues).toHaveLength(1 + 30 + 30 + 1)
  })

  it('FR-012, 002 Edge 4: reports a cycle as a path from a tool back to itself', () => {
    expect(cycleOf(planOf([tool('z'), tool('a', ['b']), tool('b', ['c', 'z']), tool('c', ['a'])]))).toEqual([
      'a',
      'b',
      'c',
      'a',
    ])
    expect(cycleOf(planOf([tool('a', ['a'])]))).toEqual(['a', 'a'])
    expect(() => validatePlan(planOf([tool('a', ['b']), tool('b', ['a'])]))).toThrow(/a → b → a/)
  })

  it('FR-012: reports a cycle of every strongly connected component', () => {
    const plan = planOf([tool('a', ['c', 'b']), tool('b', ['a']), tool('c', ['d']), tool('d', ['c'])])
    expect(problemsOf(plan)).toEqual([expect.stringContaining('a → b → a'), expect.stringContaining('c → d → c')])
  })

  it('FR-012: finds a cycle of 100,000 tools', () => {
    const tools = Array.from({ length: 100_000 }, (_, at) => tool(`t${at}`, [`t${(at + 1) % 100_000}`]))
    expect(cycleOf(planOf(tools))).toHaveLength(100_001)
  })

  it('refuses input that is nested too deeply', () => {
    let input = {}
    for (let depth = 0; depth < 10_000; depth += 1) input = { input }
    expect(problemsOf(planOf([{ ...tool('a'), input }]))).toEqual([expect.stringContaining('nested')])
  })

  it('compares roots by real path, so that a link to outside is refused', async () => {
    const folder = await createFolder()
    await mkdir(join(folder, 'inside'))
    await symlink(join(folder, 'tools'), join(folder, 'inside', 'link'))
    await symlink(join(folder, 'inside'), join(folder, 'alias'))
    const rules = { cwd: folder, roots: ['inside'] }
    const at = (toolPath: string) => problemsOf(planOf([{ toolId: 'a', toolPath }]), rules)
    expect(at('inside/tool')).toEqual([])
    expect(at('alias/tool')).toEqual([])
    expect(at('inside/link/ok.sh')).toHaveLength(1)
    expect(at('inside/../tools/ok.sh')).toHaveLength(1)
    expect(at('insideout/tool')).toHaveLength(1)
    expect(at('/bin/rm')).toHaveLength(1)
  })
})

describe('Executor.execute', () => {
  it('FR-027: returns a refused plan as a result with reason and issues', async () => {
    const { executor } = await createWorld()
    const refused = await executor.execute(planOf([toolOf('ok.sh'), { toolId: 'rm', toolPath: '/bin/rm' }]))
    expect(refused).toMatchObject({ success: false, failureReason: 'invalid_plan', toolResults: [], canReplan: true })
    expect(refused.issues).toEqual([expect.stringContaining('/bin/rm')])
    const cyclic = await executor.execute(planOf([toolOf('ok.sh', { dependencies: ['ok'] })]))
    expect(cyclic).toMatchObject({ failureReason: 'circular_dependency', issues: [expect.stringContaining('ok → ok')] })
  })

  it('FR-027: returns invalid JSON as a result with invalid_json', async () => {
    const { executor } = await createWorld()
    expect(await executor.execute('{"requestId":')).toMatchObject({ success: false, failureReason: 'invalid_json' })
    expect(await executor.execute(JSON.stringify(planOf(['ok.sh'])))).toMatchObject({ success: true })
    expect(await executor.execute(null as unknown as Plan)).toMatchObject({ failureReason: 'invalid_plan' })
  })

  it('uses the roots and descriptions of one execution', async () => {
    const { executor } = await createWorld({ roots: ['elsewhere'] })
    expect(await executor.execute(planOf(['ok.sh']))).toMatchObject({ failureReason: 'invalid_plan' })
    const describeTool = () => ({ name: 'renamed' })
    const result = await executor.execute(planOf(['request.mjs']), { roots: ['tools'], describeTool })
    expect(reportOf(result).request.tool).toBe('renamed')
  })
})
