import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OwnShareView, ShareMode, ShareRole, ShareView } from '../../api/share-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { disabledLook } from '../components/disabled-look.ts'
import { restoreFocus } from '../focus/restore-focus.ts'
import { t } from '../language/text.ts'
import type { OpenSession } from '../story/use-session.ts'

const modes: Record<ShareMode, string> = {
  order: t('In order'),
  vote: t('By vote'),
  free: t('Whenever they like'),
}

/** Invites people to a story, says how they take turns, and removes them. */
export function ShareDialog({ session: { id, model }, onClose }: { session: OpenSession; onClose: () => void }) {
  const [found, setFound] = useState<ShareView>()
  const [problem, setProblem] = useState<string>()
  const run = (action: Promise<OwnShareView>) =>
    action.then(
      ({ share }) => (setFound(share), setProblem(undefined)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  useEffect(() => void run(api.getShare(id)), [id])
  const people = useRef<HTMLUListElement>(null)
  const [restoreFocusToPeople] = useState(() => restoreFocus(() => people.current?.focus()))
  const share = model.share ?? found
  const host = share?.people.find(({ role }) => role === 'host')
  return (
    <Dialog open onClose={onClose} aria-labelledby="share" fullWidth maxWidth="sm">
      <DialogTitle id="share">{t('Play with others')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: '1.25rem', paddingTop: '0.5rem !important' }}>
        {problem !== undefined && (
          <p role="alert" className="field-problem">
            {problem}
          </p>
        )}
        <Invite id={id} onInvited={() => void run(api.getShare(id))} />
        {share && host && (
          <div className="preferences">
            <TextField
              label={t('Your name in this story')}
              defaultValue={host.name}
              onBlur={({ target }) => {
                const name = target.value.trim()
                if (name !== '' && name !== host.name) void run(api.changeShare(id, { hostName: name }))
              }}
              slotProps={{ htmlInput: { maxLength: 40 } }}
            />
            <TextField
              select
              label={t('Players take turns')}
              value={share.mode}
              onChange={({ target }) => void run(api.changeShare(id, { mode: target.value as ShareMode }))}
            >
              {Object.entries(modes).map(([mode, label]) => (
                <MenuItem key={mode} value={mode}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
          </div>
        )}
        <ul ref={people} tabIndex={-1} className="exports" aria-label={t('People')}>
          {share?.people
            .filter(({ role }) => role !== 'host')
            .map((person) => (
              <li key={person.id} ref={restoreFocusToPeople}>
                <span>
                  <b dir="auto">{person.name}</b>
                  <small>
                    {[
                      person.role === 'reader' ? t('reads along') : t('plays'),
                      person.isHere ? t('is here') : t('is away'),
                    ].join(' · ')}
                  </small>
                </span>
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={t('Remove {name}', { name: person.name })}
                  onClick={() => void run(api.removePerson(id, person.id))}
                >
                  {t('Remove')}
                </Button>
              </li>
            ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Invite({ id, onInvited }: { id: string; onInvited: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<ShareRole>('player')
  const [problem, setProblem] = useState<string>()
  const [link, setLink] = useState<{ name: string; url: string }>()
  const [isCopied, setCopied] = useState(false)
  async function invite(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    try {
      const { person, url } = await api.invite(id, { name: name.trim(), role })
      setLink({ name: person.name, url })
      setCopied(false)
      setName('')
      setProblem(undefined)
      onInvited()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const copy = (url: string) =>
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <form className="invite" onSubmit={(event) => void invite(event)}>
      <TextField
        label={t('Name')}
        required
        value={name}
        error={problem !== undefined}
        helperText={problem}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40, pattern: '[^:]*' }, formHelperText: { role: problem && 'alert' } }}
      />
      <TextField select label={t('Role')} value={role} onChange={({ target }) => setRole(target.value as ShareRole)}>
        <MenuItem value="player">{t('Player')}</MenuItem>
        <MenuItem value="reader">{t('Reader')}</MenuItem>
      </TextField>
      <Button type="submit" variant="contained" {...disabledLook(name.trim() === '')}>
        {t('Invite')}
      </Button>
      <div role="status" className="invite-link">
        {link && (
          <>
            <p>
              {t('Send this link to {name}. It is shown only now, and lets in any browser that opens it.', {
                name: link.name,
              })}
            </p>
            {isLocal(link.url) && (
              <p className="quiet">
                {t(
                  'This address works only on this computer. Start Narratoria with --host 0.0.0.0 to let others reach it.',
                )}
              </p>
            )}
            <input
              readOnly
              aria-label={t('Invitation link')}
              value={link.url}
              onFocus={({ target }) => target.select()}
            />
            <Button size="small" onClick={() => void copy(link.url)}>
              {isCopied ? t('Copied') : t('Copy')}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

/** Whether an address leads to the computer on which it is opened. */
function isLocal(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
