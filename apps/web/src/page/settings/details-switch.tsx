import Switch from '@mui/material/Switch'
import { memo } from 'react'
import { t } from '../language/text.ts'
import { type SwitchName, useSwitch } from './preferences.ts'

/** Switches between what players want to know and everything that makers see. It is remembered for each screen. */
export const DetailsSwitch = memo(function DetailsSwitch({ name }: { name: SwitchName }) {
  const [isOn, set] = useSwitch(name)
  return (
    <label className="details-switch">
      <Switch checked={isOn} onChange={(_, wanted) => set(wanted)} size="small" />
      {t('Technical details')}
    </label>
  )
})
