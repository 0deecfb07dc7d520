import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { ModelList, NewConnection } from '../../api/model-resources.ts'
import { t } from '../language/text.ts'

interface NewModelProps {
  services: ModelList['services']
  /** The id of the chosen service. Defaults to none. */
  service: string
  onService: (id: string) => void
  isBusy: boolean
  /** Whether the address of a service can be changed. */
  isDetailed: boolean
  onConnect: (wanted: Omit<NewConnection, 'roles'>) => Promise<boolean>
}

/** A form for a service with a key, or for any server. The key is sent once and never shown again. Its button is in the dialog. */
export function NewModel({ services, service, onService, isBusy, isDetailed, onConnect }: NewModelProps) {
  const [address, setAddress] = useState('')
  const [model, setModel] = useState('')
  const [key, setKey] = useState('')
  const chosen = services.find(({ id }) => id === service)
  const needsAddress = chosen !== undefined && chosen.address === undefined
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || (needsAddress && address.trim() === '')) return
    const wanted = {
      service,
      ...(address.trim() !== '' && { address: address.trim() }),
      ...(model.trim() !== '' && { model: model.trim() }),
      ...(key !== '' && { key }),
    }
    // It leaves the page, whatever comes of it.
    setKey('')
    if (await onConnect(wanted)) setModel('')
  }
  return (
    <form id="new-model" className="new-model" onSubmit={(event) => void submit(event)}>
      <h3>{t('From a service')}</h3>
      <TextField
        select
        label={t('Service')}
        value={service}
        onChange={({ target }) => onService(target.value)}
        slotProps={{
          inputLabel: { shrink: true },
          select: { displayEmpty: true, renderValue: () => chosen?.title ?? t('Choose a service') },
        }}
      >
        {services.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {chosen && (
        <>
          {(needsAddress || isDetailed) && (
            <TextField
              label={t('Address')}
              required={needsAddress}
              value={address}
              placeholder={chosen.address ?? 'http://127.0.0.1:8080'}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
          <TextField
            label={t('Model')}
            value={model}
            helperText={t('Needed if the service has several.')}
            onChange={({ target }) => setModel(target.value)}
          />
          <TextField
            label={t('Key')}
            type="password"
            autoComplete="off"
            value={key}
            helperText={t('Stored on the computer where Narratoria runs, for its owner only. It is never shown again.')}
            onChange={({ target }) => setKey(target.value)}
          />
        </>
      )}
    </form>
  )
}
