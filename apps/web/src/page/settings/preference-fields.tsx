import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { type Language, chooseLanguage, chosenLanguage, languages, t } from '../language/text.ts'
import { type Preferences, preferenceOptions, setPreferences, usePreferences } from './preferences.ts'

const labels: Record<Exclude<keyof Preferences, 'shortcuts'>, string> = {
  theme: t('Theme'),
  textSize: t('Text size'),
  font: t('Story font'),
  lineWidth: t('Story width'),
  motion: t('Motion'),
}

/** The player's preferences, each a select field that applies at once. */
export function PreferenceFields() {
  const preferences = usePreferences()
  return (
    <div className="preferences">
      <TextField
        select
        fullWidth
        label={t('Language')}
        value={chosenLanguage() ?? 'browser'}
        onChange={({ target }) => chooseLanguage(target.value === 'browser' ? undefined : (target.value as Language))}
      >
        <MenuItem value="browser">{t('Same as the browser')}</MenuItem>
        {Object.entries(languages).map(([value, label]) => (
          <MenuItem key={value} value={value} lang={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
        <TextField
          key={name}
          select
          fullWidth
          label={labels[name]}
          value={preferences[name]}
          onChange={(event) => setPreferences({ [name]: event.target.value })}
        >
          {Object.entries(preferenceOptions[name]).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      ))}
      <div>
        <FormControlLabel
          control={
            <Switch
              checked={preferences.shortcuts === 'on'}
              onChange={(_, isOn) => setPreferences({ shortcuts: isOn ? 'on' : 'off' })}
              slotProps={{ input: { 'aria-describedby': 'shortcuts-help' } }}
            />
          }
          label={t('Single-key shortcuts')}
        />
        <p id="shortcuts-help" className="quiet">
          {t('R, L, 1 and other keys work without Ctrl while you are not typing. In a story, ? shows all shortcuts.')}
        </p>
      </div>
    </div>
  )
}
