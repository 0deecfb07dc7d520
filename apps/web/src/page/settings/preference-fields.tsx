import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type Language, chooseLanguage, chosenLanguage, languages, t } from '../language/text.ts'
import { type Preferences, preferenceOptions, setPreferences, usePreferences } from './preferences.ts'

const labels: Record<keyof Preferences, string> = {
  theme: t('Theme'),
  textSize: t('Text size'),
  font: t('Font of the story'),
  lineWidth: t('Width of the story'),
  motion: t('Motion'),
  shortcuts: t('Keyboard shortcuts of one key'),
}

/** The player's preferences, each a select field that applies at once. */
export function PreferenceFields() {
  const preferences = usePreferences()
  return (
    <div className="preferences">
      <TextField
        select
        fullWidth
        label={t('Language of the page')}
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
      {(Object.keys(labels) as (keyof Preferences)[]).map((name) => (
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
    </div>
  )
}
