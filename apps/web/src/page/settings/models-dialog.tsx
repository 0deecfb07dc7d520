import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type RefCallback, useEffect, useRef, useState } from 'react'
import type { FoundServers, ModelList, ModelRole, NewConnection } from '../../api/model-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { disabledLook } from '../components/disabled-look.ts'
import { restoreFocus } from '../focus/restore-focus.ts'
import { t } from '../language/text.ts'
import { DetailsSwitch } from './details-switch.tsx'
import { NewModel } from './new-model.tsx'
import { useSwitch } from './preferences.ts'

const roles: Record<ModelRole, string> = {
  narrator: t('Narrates the story'),
  planner: t('Plans the turns'),
  writer: t('Writes novels and worlds'),
}
const allRoles = Object.keys(roles) as ModelRole[]

/** Finds, tests and chooses the models of servers. */
export function ModelsDialog({ onClose }: { onClose: () => void }) {
  const [list, setList] = useState<ModelList>()
  const [found, setFound] = useState<FoundServers['servers']>()
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  async function run<T>(what: string, action: Promise<T>, take: (answer: T) => void): Promise<boolean> {
    setBusy(what)
    setProblem(undefined)
    try {
      take(await action)
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  const [service, setService] = useState('')
  const [isDetailed] = useSwitch('details.settings')
  const isBusy = busy !== undefined
  const finder = useRef<HTMLButtonElement>(null)
  const [restoreFocusToFinder] = useState(() => restoreFocus(() => finder.current?.focus()))
  const change = (what: string, action: Promise<ModelList>) => run(what, action, setList)
  useEffect(() => void change(t('Reading the models …'), api.listModels()), [])
  const connect = (wanted: Omit<NewConnection, 'roles'>) =>
    change(t('Testing the model …'), api.connectModel({ ...wanted, roles: allRoles }))
  const actions = (
    <>
      <DetailsSwitch name="details.settings" />
      <Button onClick={onClose}>{t('Close')}</Button>
      {/* In sight beside a long form. */}
      {list?.canChange && service !== '' && (
        <Button type="submit" form="new-model" variant="contained" {...disabledLook(isBusy)}>
          {t('Test and use')}
        </Button>
      )}
    </>
  )
  return (
    <DialogFrame id="models" title={t('Language models')} onClose={onClose} hasFields actions={actions}>
      <p className="quiet">
        {t('A language model answers whatever you write. Without one, stories follow prewritten text.')}
      </p>
      <div role="status" className="settings-status">
        {busy !== undefined && (
          <>
            <p className="quiet">{busy}</p>
            <LinearProgress aria-label={busy} />
          </>
        )}
      </div>
      <p role="alert" className="field-problem">
        {problem}
      </p>
      {list?.canChange === false && <p>{t('The models were chosen when the server was started.')}</p>}
      {list && list.connections.length > 0 && <Roles list={list} onChange={change} />}
      {list && <Connections list={list} onChange={change} rowRef={restoreFocusToFinder} />}
      {list?.canChange && (
        <>
          <section className="model-part">
            <h3>{t('On the computer that runs Narratoria')}</h3>
            <Button
              variant="outlined"
              ref={finder}
              {...disabledLook(isBusy)}
              onClick={() =>
                !isBusy && void run(t('Looking for models …'), api.discoverModels(), ({ servers }) => setFound(servers))
              }
            >
              {t('Find models')}
            </Button>
            {found?.length === 0 && (
              <p>{t('No model was found. Start a program with models, such as Ollama or LM Studio, and try again.')}</p>
            )}
            <ul className="exports" aria-label={t('Found models')}>
              {found?.flatMap(({ service, title, address, models }) =>
                models.map((model) => (
                  <li key={`${service} ${model}`}>
                    <span>
                      <b>{model}</b>
                      <small>{isDetailed ? [title, address].join(' · ') : title}</small>
                    </span>
                    <Button
                      size="small"
                      variant="contained"
                      {...disabledLook(isBusy)}
                      aria-label={t('Use {model}', { model })}
                      onClick={() => !isBusy && void connect({ service, address, model })}
                    >
                      {t('Use')}
                    </Button>
                  </li>
                )),
              )}
            </ul>
          </section>
          <NewModel
            services={list.services}
            service={service}
            onService={setService}
            isBusy={isBusy}
            isDetailed={isDetailed}
            onConnect={connect}
          />
        </>
      )}
    </DialogFrame>
  )
}

interface PartProps {
  list: ModelList
  onChange: (what: string, action: Promise<ModelList>) => Promise<boolean>
}

function Roles({ list, onChange }: PartProps) {
  const [isDetailed] = useSwitch('details.settings')
  /** Chooses a model for a role. Without the details one field stands for all roles with the model of the narrator. */
  async function use(role: ModelRole, name: string | null): Promise<ModelList> {
    const others = isDetailed ? [] : allRoles.filter((each) => list.roles[each] === list.roles[role] && each !== role)
    for (const other of others) await api.useModel(other, name)
    return api.useModel(role, name)
  }
  return (
    <div className="preferences">
      {(isDetailed ? allRoles : (['narrator'] as const)).map((role) => (
        <TextField
          key={role}
          select
          label={roles[role]}
          value={list.roles[role] ?? ''}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={({ target }) =>
            void onChange(t('Changing the model …'), use(role, target.value === '' ? null : target.value))
          }
        >
          <MenuItem value="">{t('No model')}</MenuItem>
          {list.connections.map(({ name, model }) => (
            <MenuItem key={name} value={name}>
              {isDetailed ? `${model} (${name})` : model}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </div>
  )
}

interface ConnectionsProps extends PartProps {
  /** A `ref` that moves the focus when a connection is removed. */
  rowRef: RefCallback<HTMLLIElement>
}

function Connections({ list: { connections, canChange }, onChange, rowRef }: ConnectionsProps) {
  const [isDetailed] = useSwitch('details.settings')
  if (connections.length === 0) return <p>{t('No language model is set up yet.')}</p>
  return (
    <ul className="exports" aria-label={t('Connected models')}>
      {connections.map(({ name, model, address, hasKey, firstTokenMs, tokensPerSecond }) => (
        <li key={name} ref={rowRef}>
          <span>
            <b>{model}</b>
            <small>
              {[
                isDetailed && address,
                isDetailed && hasKey && t('key stored'),
                firstTokenMs !== undefined && t('first word after {seconds} s', { seconds: firstTokenMs / 1_000 }),
                isDetailed && tokensPerSecond !== undefined && t('{count} tokens a second', { count: tokensPerSecond }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          {canChange && (
            <span className="row">
              <Button
                size="small"
                aria-label={t('Test {model}', { model })}
                onClick={() => void onChange(t('Testing the model …'), api.testModel(name))}
              >
                {t('Test')}
              </Button>
              <Button
                size="small"
                aria-label={t('Remove {name}', { name: model })}
                onClick={() => void onChange(t('Removing the model …'), api.removeModel(name))}
              >
                {t('Remove')}
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
