import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, memo, useEffect, useState } from 'react'
import type { HostInfo, SettingsChange } from '../../api/resources.ts'
import { ApiError, api, messageOf } from '../api/client.ts'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { t } from '../language/text.ts'
import { hasNoModel } from '../hooks/use-host-info.ts'
import { Later } from '../loading/later.tsx'
import { modelsCode } from './loaded-code.ts'
import { DetailsSwitch } from './details-switch.tsx'
import { PreferenceFields } from './preference-fields.tsx'
import { useSwitch } from './preferences.ts'
import { useScreenNames } from './screen-names.ts'

export interface SettingsDialogProps {
  /** The address of the skills' settings; they belong to an open story. */
  skillsHref?: string
  onClose: () => void
}

/** Planner and model, preferences, and a link to the settings of the skills. */
export const SettingsDialog = memo(function SettingsDialog({ skillsHref, onClose }: SettingsDialogProps) {
  const { skills } = useScreenNames()
  return (
    <DialogFrame
      id="settings-title"
      title={t('Settings')}
      onClose={onClose}
      hasFields
      extra={<DetailsSwitch name="details.settings" />}
    >
      <HostFields>
        <h3>{t('Appearance')}</h3>
        <PreferenceFields />
        {skillsHref !== undefined && (
          <Button variant="outlined" href={skillsHref} onClick={onClose}>
            {t('{screen} and their settings', { screen: skills })}
          </Button>
        )}
      </HostFields>
    </DialogFrame>
  )
})

/** The planners of the terminal app, in the player's words. */
const plannerWords: Record<string, string> = {
  auto: t('A language model, if there is one'),
  stub: t('Rules, without a language model'),
  llama: t('The model on this computer'),
}

/** Why a change was refused, and the field, if it was one. */
interface Problem {
  field: string | undefined
  message: string
}

function HostFields({ children }: { children: ReactNode }) {
  const [info, setInfo] = useState<HostInfo>()
  const [problem, setProblem] = useState<Problem>()
  const [changing, setChanging] = useState(false)
  const [isDetailed] = useSwitch('details.settings')
  const [isSettingUp, setModels] = useState(false)
  const [reads, setReads] = useState(0)
  const closeModels = () => (setModels(false), setReads((count) => count + 1))
  useEffect(() => {
    api.info().then(setInfo, (error: unknown) => setProblem({ field: undefined, message: messageOf(error) }))
  }, [reads])
  async function change(wanted: SettingsChange) {
    setChanging(true)
    setProblem(undefined)
    try {
      setInfo(await api.changeSettings(wanted))
    } catch (error) {
      const issue = error instanceof ApiError ? error.issues[0] : undefined
      setProblem({ field: issue?.field ?? Object.keys(wanted)[0], message: messageOf(error) })
    } finally {
      setChanging(false)
    }
  }
  const settings = info?.settings
  const problemOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  const isWithout = info !== undefined && hasNoModel(info)
  return (
    <>
      <h3>{t('Narrator')}</h3>
      {(!info || settings?.models.length !== 0 || settings.model !== null) && (
        <Choice
          label={t('Language model')}
          value={settings?.model ?? ''}
          none={t('None: stories follow prewritten text')}
          options={settings?.models ?? []}
          changing={changing}
          problem={problemOf('model')}
          onChange={(model) => void change({ model })}
        />
      )}
      {isWithout && <p>{t('No language model is set up: stories follow prewritten text.')}</p>}
      {isDetailed && (
        <Choice
          label={t('Turns are planned by')}
          value={settings?.planner ?? ''}
          options={(settings?.planners ?? []).map(({ id, label }) => ({ id, label: plannerWords[id] ?? label }))}
          changing={changing}
          problem={problemOf('planner')}
          onChange={(planner) => void change({ planner })}
        />
      )}
      {isDetailed && !isWithout && settings?.playing && (
        <p className="quiet">{t('Now: {models}.', { models: settings.playing })}</p>
      )}
      <Button variant={isWithout ? 'contained' : 'outlined'} onClick={() => setModels(true)}>
        {t('Set up language models')}
      </Button>
      {isSettingUp && <Later code={modelsCode} props={{ onClose: closeModels }} onFailed={closeModels} />}
      <div role="status" className="settings-status">
        {changing && <LinearProgress aria-label={t('The planner is being changed')} />}
      </div>
      {problem !== undefined && problem.field === undefined && (
        <p role="alert" className="field-problem">
          {problem.message}
        </p>
      )}
      {children}
      {info && <p className="quiet">Narratoria {info.version}</p>}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  none?: string
  options: readonly { id: string; label: string }[]
  /** Whether a change is pending. The field then keeps the focus and cannot be opened. */
  changing: boolean
  problem: string | undefined
  onChange: (id: string) => void
}

/** A select field, or the fixed value if there is no choice, with the error below. */
function Choice({ label, value, none, options, changing, problem, onChange }: ChoiceProps) {
  if (options.length === 0)
    return (
      <TextField
        fullWidth
        multiline
        label={label}
        value={value || none || ''}
        helperText={t('Chosen when the server was started.')}
        slotProps={{ input: { readOnly: true } }}
      />
    )
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{
        formHelperText: { role: 'alert' },
        select: { displayEmpty: true, readOnly: changing },
        inputLabel: { shrink: true },
      }}
      onChange={(event) => onChange(event.target.value)}
    >
      {!options.some(({ id }) => id === value) && <MenuItem value={value}>{value || none || t('None')}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.id} value={option.id}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
