import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { t } from '../language/text.ts'
import type { SettingField } from '../../api/skill-resources.ts'
import { Icon } from '../components/icon.tsx'
import { type Entered, placeholderOf, textOf } from './form-values.ts'

interface SettingInputProps {
  field: SettingField
  /** Whether limits and variables are described, too. */
  isDetailed: boolean
  value: Entered
  issue: string | undefined
  onChange: (value: Entered) => void
}

/** The field of one setting, depending on its schema. */
export function SettingInput(props: SettingInputProps) {
  return props.field.kind === 'toggle' ? <ToggleField {...props} /> : <InputField {...props} />
}

function ToggleField({ field, value, issue, onChange }: SettingInputProps) {
  return (
    <div className="toggle-field">
      <FormControlLabel
        control={
          <Switch
            id={`setting-${field.name}`}
            checked={value === true}
            onChange={(_, checked) => onChange(checked)}
            slotProps={{ input: { 'aria-describedby': `help-${field.name}` } }}
          />
        }
        label={field.label}
      />
      <FormHelperText id={`help-${field.name}`} error={issue !== undefined}>
        {issue ?? field.description}
      </FormHelperText>
    </div>
  )
}

function InputField({ field, isDetailed, value, issue, onChange }: SettingInputProps) {
  const [shown, setShown] = useState(false)
  const many = field.kind === 'freeform' || field.kind === 'list'
  const number = field.kind === 'number' || field.kind === 'integer'
  return (
    <TextField
      id={`setting-${field.name}`}
      label={field.label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required={field.required}
      fullWidth
      select={field.kind === 'enum'}
      multiline={many && !field.sensitive}
      minRows={many ? 3 : undefined}
      maxRows={10}
      // A sensitive field is masked, regardless of its other properties.
      type={field.sensitive && !shown ? 'password' : 'text'}
      placeholder={placeholderOf(field)}
      error={issue !== undefined}
      helperText={issue ?? (isDetailed ? help(field) : shortHelp(field))}
      slotProps={{
        inputLabel: { shrink: true },
        select: { displayEmpty: true },
        htmlInput: {
          autoComplete: 'off',
          spellCheck: !field.sensitive && many,
          inputMode: number ? 'decimal' : undefined,
        },
        input: {
          endAdornment: field.sensitive && value !== '' && (
            <InputAdornment position="end">
              <IconButton
                aria-label={shown ? t('Hide {name}', { name: field.label }) : t('Show {name}', { name: field.label })}
                onClick={() => setShown(!shown)}
              >
                <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    >
      {field.kind === 'enum' && [
        ...(field.required
          ? []
          : [
              <MenuItem key="" value="">
                {field.default === undefined
                  ? t('Default')
                  : t('Default ({value})', { value: labelOf(field, textOf(field.default)) })}
              </MenuItem>,
            ]),
        ...(field.options ?? []).map((choice) => (
          <MenuItem key={choice} value={choice}>
            {labelOf(field, choice)}
          </MenuItem>
        )),
      ]}
    </TextField>
  )
}

/** What is shown for a choice. */
function labelOf({ options, optionLabels }: SettingField, choice: string): string {
  return optionLabels?.[options?.indexOf(choice) ?? -1] ?? choice
}

function shortHelp(field: SettingField): string {
  return [field.description, field.kind === 'list' && t('One on each line.')].filter(Boolean).join(' ')
}

function help(field: SettingField): string {
  const limits = [
    field.minimum !== undefined && t('at least {number}', { number: String(field.minimum) }),
    field.maximum !== undefined && t('at most {number}', { number: String(field.maximum) }),
  ].filter(Boolean)
  return [
    field.description,
    field.kind === 'list' && t('One on each line.'),
    limits.length > 0 && rangeOf(field.kind, limits.join(', ')),
    field.envVar && t('Usually {variable}, which is read from the environment.', { variable: `\${${field.envVar}}` }),
  ]
    .filter(Boolean)
    .join(' ')
}

function rangeOf(kind: SettingField['kind'], limits: string): string {
  if (kind === 'text' || kind === 'freeform') return t('Takes {limits} characters.', { limits })
  return kind === 'list' ? t('Takes {limits} entries.', { limits }) : t('Takes {limits}.', { limits })
}
