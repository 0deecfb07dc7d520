import { mdiMonitor, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { t } from '../language/text.ts'
import { Icon } from '../components/icon.tsx'
import { type Preferences, preferenceOptions, setPreferences, usePreferences } from '../settings/preferences.ts'

const icons: Record<Preferences['theme'], string> = {
  dark: mdiWeatherNight,
  light: mdiWhiteBalanceSunny,
  system: mdiMonitor,
}

/** The themes, one click away. */
export function ThemeChoice() {
  const { theme } = usePreferences()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('Theme')}
      value={theme}
      onChange={(_, wanted: Preferences['theme'] | null) => wanted && setPreferences({ theme: wanted })}
    >
      {(Object.keys(icons) as Preferences['theme'][]).map((name) => (
        <ToggleButton
          key={name}
          value={name}
          title={preferenceOptions.theme[name]}
          aria-label={preferenceOptions.theme[name]}
        >
          <Icon path={icons[name]} fontSize="small" />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
