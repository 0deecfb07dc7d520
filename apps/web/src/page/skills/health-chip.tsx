import { t } from '../language/text.ts'
import type { SkillEntry } from '../../api/skill-resources.ts'
import { StatusChip } from '../components/status-chip.tsx'

const words: Record<SkillEntry['errorState'], string> = {
  healthy: t('Healthy'),
  degraded: t('Degraded: failed lately'),
  temporaryFailure: t('Failing: paused for a while'),
  permanentFailure: t('Failed permanently: switch it off and on to try again'),
}

const colours = {
  healthy: 'secondary',
  degraded: 'tertiary',
  temporaryFailure: 'tertiary',
  permanentFailure: 'error',
} as const

/** Whether players want to know the state of a skill: it is off, or it fails. */
export function isRemarkable({ enabled, errorState }: Pick<SkillEntry, 'enabled' | 'errorState'>): boolean {
  return !enabled || errorState !== 'healthy'
}

/** The health of a skill as text. */
export function HealthChip({ enabled, errorState }: Pick<SkillEntry, 'enabled' | 'errorState'>) {
  return (
    <StatusChip
      label={enabled ? words[errorState] : t('Switched off')}
      colour={enabled ? colours[errorState] : undefined}
    />
  )
}
