import { mdiContentCopy } from '@mdi/js'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OwnShareView, ShareMode, SharePerson, ShareRole, ShareView } from '../../api/share-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { FieldProblem } from '../components/field-problem.tsx'
import { disabledLook } from '../components/disabled-look.ts'
import { Icon } from '../components/icon.tsx'
import { restoreFocus } from '../focus/restore-focus.ts'
import { t } from '../language/text.ts'
import type { OpenSession } from '../story/use-session.ts'
import { hasNoName, shownName } from '../story/whose-turn.ts'

const modes: Record<ShareMode, string> = {
  order: t('In order'),
  vote: t('By vote'),
  free: t('Whenever they like'),
}

/** Every field of this form must be filled in, so that none is marked with an asterisk, for which a label has room. */
const nameRules = { required: true, maxLength: 40, pattern: '[^:]*' }

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
  const everyone = share && share.people.length > 1 ? share.people : []
  const [typed, setTyped] = useState<string>()
  const ownName = typed ?? (host && !hasNoName(host) ? host.name : '')
  const saveName = async () => {
    const name = ownName.trim()
    if (host && name !== '' && name !== host.name) await run(api.changeShare(id, { hostName: name }))
  }
  return (
    <DialogFrame id="share" title={t('Play with others')} onClose={onClose} hasFields>
      <FieldProblem message={problem} />
      {share && host && (
        <div className="preferences">
          <TextField
            label={t('Your name in this story')}
            value={ownName}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => void saveName()}
            slotProps={{ htmlInput: { ...nameRules, form: 'invite' } }}
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
      <Invite
        id={id}
        canInvite={ownName.trim() !== ''}
        onInvite={saveName}
        onInvited={() => void run(api.getShare(id))}
      />
      {everyone.length > 0 && <h3>{t('People')}</h3>}
      <ul ref={people} tabIndex={-1} className="exports" aria-label={t('People')}>
        {everyone.map((person) => (
          <li key={person.id} ref={restoreFocusToPeople}>
            <span>
              <b dir="auto">{shownName(person, 'host')}</b>
              <small>{roleWords(person)}</small>
            </span>
            {person.role !== 'host' && (
              <Button
                size="small"
                variant="outlined"
                aria-label={t('Remove {name}', { name: person.name })}
                onClick={() => void run(api.removePerson(id, person.id))}
              >
                {t('Remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </DialogFrame>
  )
}

interface InviteProps {
  id: string
  /** Whether the host has a name, by which the guests know whose turn it is. */
  canInvite: boolean
  /** Is awaited before the invitation. */
  onInvite: () => Promise<void>
  onInvited: () => void
}

function Invite({ id, canInvite, onInvite, onInvited }: InviteProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<ShareRole>('player')
  const [problem, setProblem] = useState<string>()
  const [link, setLink] = useState<{ name: string; url: string }>()
  const [isCopied, setCopied] = useState(false)
  const isReady = canInvite && name.trim() !== ''
  async function invite(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    try {
      await onInvite()
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
    <form id="invite" className="invite" onSubmit={(event) => void invite(event)}>
      <h3>{t('Invite a player')}</h3>
      <TextField
        label={t('Name of the guest')}
        value={name}
        error={problem !== undefined}
        helperText={problem}
        onChange={(event) => setName(event.target.value)}
        slotProps={{
          htmlInput: nameRules,
          formHelperText: { role: problem && 'alert' },
        }}
      />
      <TextField select label={t('Role')} value={role} onChange={({ target }) => setRole(target.value as ShareRole)}>
        <MenuItem value="player">{t('Player')}</MenuItem>
        <MenuItem value="reader">{t('Reader')}</MenuItem>
      </TextField>
      <Button type="submit" variant="contained" {...disabledLook(!isReady)}>
        {t('Invite')}
      </Button>
      <div role="status" className="invite-link">
        {link && (
          <>
            <p>
              {t('Send this link to {name}. You see it only once, and anyone who has it can join.', {
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
            {isNearby(link.url) && (
              <p className="quiet">
                {t('The link works only for devices on the same network as the computer that runs Narratoria.')}
              </p>
            )}
            <span className="row">
              <input
                readOnly
                dir="ltr"
                aria-label={t('Invitation link')}
                value={link.url}
                onFocus={({ target }) => target.select()}
              />
              <Button
                variant="contained"
                startIcon={<Icon path={mdiContentCopy} />}
                onClick={() => void copy(link.url)}
              >
                {isCopied ? t('Copied') : t('Copy')}
              </Button>
            </span>
          </>
        )}
      </div>
    </form>
  )
}

/** What a person does in the story, and whether they have it open. */
function roleWords({ role, isHere }: SharePerson): string {
  const here = isHere ? t('here') : t('away')
  if (role === 'host') return t('Host · {here}', { here })
  return role === 'reader' ? t('Reader · {here}', { here }) : t('Player · {here}', { here })
}

/** Whether an address is one of a home network. */
function isNearby(url: string): boolean {
  return /^(?:192\.168|10\.\d+|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$|\.local$/.test(new URL(url).hostname)
}

/** Whether an address leads to the computer on which it is opened. */
function isLocal(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
