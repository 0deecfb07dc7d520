import { describe, expect, it } from 'vitest'
import type { TurnAttempt } from '@narratoria/protocol'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

interface Turn {
  narrative: string
  attempts: TurnAttempt[]
  plan: { disabledSkills: string[]; metadata: { generationAttempt: number; parentPlanId: string } }
  fallback: boolean
}

const faults = [
  { fault: 'crashes', script: 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)', reason: /SIGSEGV/ },
  { fault: 'hangs', script: 'setInterval(() => {}, 1000)', timeoutMs: 300, reason: /300 ms/ },
  { fault: 'writes garbage', script: 'console.log("hello, not an event")', reason: /line 1/ },
]

describe('a failing tool', () => {
  it.each(faults)(
    'FR-024: that $fault is reported with the reason, and the next plan leaves out its skill',
    async (fault) => {
      const root = temporaryFolder()
      writeSkill(root, { name: 'broken-bell', trigger: 'ring', ...fault })
      const { code, stdout, stderr } = await narratoria([
        'play',
        '--json',
        '--prompt',
        'I ring the bell and light the torch',
        '--skills',
        root,
      ])

      expect(code, stderr).toBe(0)
      const turn = JSON.parse(stdout) as Turn
      const [first] = turn.attempts
      const failed = first?.result?.toolResults.find((tool) => tool.state !== 'completed' && tool.state !== 'skipped')
      expect(failed?.toolId).toMatch(/act/)
      expect(failed?.error).toMatch(fault.reason)
      expect(turn.plan.disabledSkills).toContain('broken-bell')
      expect(turn.plan.metadata).toMatchObject({ generationAttempt: 2, parentPlanId: first?.plan?.requestId })
      expect(turn.fallback).toBe(false)
      expect(turn.narrative).toMatch(/torch/i)
    },
  )
})
