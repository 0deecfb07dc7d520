import type { SkillEntry } from '../../api/skill-resources.ts'

const words: Record<SkillEntry['errorState'], string> = {
  healthy: 'Healthy',
  degraded: 'Degraded: failed lately',
  temporaryFailure: 'Failing: rested for a while',
  permanentFailure: 'Failed permanently: switch it off and on to try again',
}

/** A skill's health in words. */
export function HealthChip({ enabled, errorState }: Pick<SkillEntry, 'enabled' | 'errorState'>) {
  const state = enabled ? errorState : 'off'
  return <span className={`health health-${state}`}>{enabled ? words[errorState] : 'Switched off'}</span>
}
