import Switch from '@mui/material/Switch'
import type { SkillEntry } from '../../api/skill-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import { t } from '../language/text.ts'
import { inPlayersWords } from '../player/shipped-skills.ts'

interface SkillSwitchProps {
  skill: Pick<SkillEntry, 'name' | 'displayName' | 'description' | 'enabled'>
  onChanged: () => void
}

export function SkillSwitch({ skill, onChanged }: SkillSwitchProps) {
  const notify = useNotice()
  async function toggle(enabled: boolean) {
    try {
      await api.switchSkill(skill.name, enabled)
      onChanged()
    } catch (error) {
      notify(messageOf(error))
    }
  }
  return (
    <Switch
      checked={skill.enabled}
      onChange={(_, enabled) => void toggle(enabled)}
      slotProps={{ input: { 'aria-label': t('{name} is used', { name: inPlayersWords(skill).title }) } }}
    />
  )
}
