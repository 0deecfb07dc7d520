import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { ModelList, NewConnection } from '../../api/model-resources.ts'
import { disabledLook } from '../components/disabled-look.ts'
import { t } from '../language/text.ts'

/** A form for a service with a key, or for any server. The key is sent once and never shown again. */
export function NewModel({
  services,
  isBusy,
  onConnect,
}: {
  services: ModelList['services']
  isBusy: boolean
  onConnect: (wanted: Omit<NewConnection, 'roles'>) => Promise<boolean>
}) {
  const [service, setService] = useState('')
  const [address, setAddress] = useState('')
  const [model, setModel] = useState('')
  const [key, setKey] = useState('')
  const chosen = services.find(({ id }) => id === service)
  const needsAddress = chosen !== undefined && chosen.address === undefined
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
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
    <form className="new-model" onSubmit={(event) => void submit(event)}>
      <h3>{t('A service, or another server')}</h3>
      <TextField
        select
        label={t('Service')}
        value={service}
        required
        onChange={({ target }) => setService(target.value)}
      >
        {services.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {chosen && (
        <>
          <TextField
            label={t('Address')}
            required={needsAddress}
            value={address}
            placeholder={chosen.address ?? 'http://127.0.0.1:8080'}
            onChange={({ target }) => setAddress(target.value)}
          />
          <TextField
            label={t('Model')}
            value={model}
            helperText={t('Needed if the server has several.')}
            onChange={({ target }) => setModel(target.value)}
          />
          <TextField
            label={t('Key')}
            type="password"
            autoComplete="off"
            value={key}
            helperText={t('Stored on the machine of the server, readable by its owner only. It is never shown again.')}
            onChange={({ target }) => setKey(target.value)}
          />
          <Button
            type="submit"
            variant="contained"
            disabled={needsAddress && address.trim() === ''}
            {...disabledLook(isBusy)}
          >
            {t('Test and use')}
          </Button>
        </>
      )}
    </form>
  )
}
