import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type Preferences, preferenceOptions, setPreferences, usePreferences } from './preferences.ts'

const labels: Record<keyof Preferences, string> = {
  theme: 'Theme',
  textSize: 'Text size',
  font: 'Font of the story',
  lineWidth: 'Width of the story',
  motion: 'Motion',
}

/** The player's preferences, each a select field that applies at once. */
export function PreferenceFields() {
  const preferences = usePreferences()
  return (
    <div className="preferences">
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
