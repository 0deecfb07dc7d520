import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { memo, useEffect, useState } from 'react'
import type { HostInfo, SettingsChange } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { type Preferences, setPreferences, usePreferences } from './preferences.ts'

/** Theme, planner and model. */
export const SettingsDialog = memo(function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="settings-title" fullWidth maxWidth="xs">
      <DialogTitle id="settings-title">Settings</DialogTitle>
      <DialogContent className="settings">
        <ThemeField />
        {open && <HostFields />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
})

function ThemeField() {
  const { theme } = usePreferences()
  return (
    <TextField
      select
      fullWidth
      label="Theme"
      value={theme}
      onChange={(event) => setPreferences({ theme: event.target.value as Preferences['theme'] })}
    >
      <MenuItem value="dark">Dark</MenuItem>
      <MenuItem value="light">Light</MenuItem>
      <MenuItem value="system">As the system has it</MenuItem>
    </TextField>
  )
}

function HostFields() {
  const [info, setInfo] = useState<HostInfo>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    api.info().then(setInfo, (error: unknown) => setProblem(messageOf(error)))
  }, [])
  async function change(wanted: SettingsChange) {
    try {
      setInfo(await api.changeSettings(wanted))
      setProblem(undefined)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const settings = info?.settings
  return (
    <>
      <Choice
        label="Planner"
        value={settings?.planner ?? ''}
        options={settings?.planners ?? []}
        onChange={(planner) => void change({ planner })}
      />
      <Choice
        label="Model"
        value={settings?.model ?? ''}
        none="None: the stub planner and the skills' own means"
        options={settings?.models ?? []}
        onChange={(model) => void change({ model })}
      />
      {problem !== undefined && (
        <p role="alert" className="field-problem">
          {problem}
        </p>
      )}
      {info && <p className="quiet">Narratoria {info.version}</p>}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  none?: string
  options: readonly { id: string; label: string }[]
  onChange: (id: string) => void
}

/** A choice where there is one, else what is fixed. */
function Choice({ label, value, none, options, onChange }: ChoiceProps) {
  if (options.length === 0)
    return (
      <TextField
        fullWidth
        label={label}
        value={value || none || ''}
        helperText="Chosen when the server was started."
        slotProps={{ input: { readOnly: true } }}
      />
    )
  return (
    <TextField select fullWidth label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!options.some(({ id }) => id === value) && <MenuItem value={value}>{value || none || 'None'}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.id} value={option.id}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
