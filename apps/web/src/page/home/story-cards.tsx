import { mdiContentCopy, mdiDeleteOutline, mdiDotsVertical, mdiFileDownloadOutline, mdiRenameOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useCallback, useState } from 'react'
import { counted, dateTime, language, t } from '../language/text.ts'
import type { SessionCard } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import type { MenuEntry } from '../menus/action-menu.tsx'
import { Icon } from '../components/icon.tsx'
import { useNotice } from '../components/notices.tsx'
import { menuCode } from '../menus/menu-code.ts'
import { dialogs } from './dialogs.ts'
import { curled } from '../language/curled.ts'
import { initialOf } from './initial-of.ts'
import { LastLine } from './last-line.tsx'
import { Later } from '../loading/later.tsx'
import { hrefOf } from '../routing/route.ts'

/** What was done, and how it is taken back, if it can be. */
interface Done {
  text: string
  undo?: () => Promise<Done>
}

/** The stories, the one played last first, each with its last words. */
export function StoryCards({ sessions, onChanged }: { sessions: SessionCard[]; onChanged: () => void }) {
  const [opened, setOpened] = useState<{ session: SessionCard; anchor: HTMLElement }>()
  const [named, setNamed] = useState<SessionCard>()
  const [exported, setExported] = useState<SessionCard>()
  const closeExport = useCallback(() => setExported(undefined), [])
  const notify = useNotice()
  const closeMenu = useCallback(() => setOpened(undefined), [])
  const closeNames = useCallback(() => setNamed(undefined), [])
  async function perform(done: Promise<Done>) {
    try {
      const { text, undo } = await done
      notify(text, undo && { label: t('Undo'), onClick: () => void perform(undo()) })
      onChanged()
    } catch (error) {
      notify(messageOf(error))
    }
  }
  const entriesFor = (session: SessionCard): MenuEntry[] => [
    { label: t('Name and tags …'), icon: mdiRenameOutline, onClick: () => setNamed(session) },
    { label: t('Duplicate'), icon: mdiContentCopy, onClick: () => void perform(duplicate(session)) },
    { label: t('Export …'), icon: mdiFileDownloadOutline, onClick: () => setExported(session) },
    { label: t('Delete'), icon: mdiDeleteOutline, onClick: () => void perform(trash(session)) },
  ]
  return (
    <>
      <ul className="story-cards">
        {sessions.map((session) => (
          <li key={session.sessionId} className="story-card">
            <Card session={session} />
            <IconButton
              aria-label={t('More about {title}', { title: session.title })}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => setOpened({ session, anchor: currentTarget })}
            >
              <Icon path={mdiDotsVertical} />
            </IconButton>
          </li>
        ))}
      </ul>
      {opened && (
        <Later
          code={menuCode}
          props={{ anchor: opened.anchor, entries: entriesFor(opened.session), onClose: closeMenu }}
          onFailed={closeMenu}
        />
      )}
      {exported && (
        <Later code={dialogs.export} props={{ session: exported, onClose: closeExport }} onFailed={closeExport} />
      )}
      {named && (
        <Later
          code={dialogs.names}
          props={{ session: named, onClose: closeNames, onSaved: onChanged }}
          onFailed={closeNames}
        />
      )}
    </>
  )
}

async function duplicate({ sessionId }: SessionCard): Promise<Done> {
  return { text: t('“{title}” is a copy of it.', { title: (await api.duplicateSession(sessionId)).title }) }
}

async function trash({ sessionId, title }: SessionCard): Promise<Done> {
  await api.trashSession(sessionId)
  return {
    text: t('“{title}” is in the trash, at the end of this page.', { title }),
    undo: () => restore(sessionId, title),
  }
}

async function restore(sessionId: string, title: string): Promise<Done> {
  await api.restoreSession(sessionId)
  return { text: t('“{title}” is back.', { title }) }
}

function Card({
  session: { sessionId, title, tags, lineLength, updatedAt, lastLine, pictureUrl },
}: {
  session: SessionCard
}) {
  return (
    <a href={hrefOf({ sessionId, screen: 'narrative' })}>
      {pictureUrl === null ? (
        <span className="story-card-blank" aria-hidden>
          {initialOf(title)}
        </span>
      ) : (
        <img src={pictureUrl} alt="" loading="lazy" width="96" height="96" />
      )}
      <span className="story-card-text">
        <b dir="auto">{curled(title)}</b>
        {lastLine !== '' && <LastLine text={curled(lastLine)} />}
        <small>
          {counted(lineLength, '1 turn', '{count} turns')} · {when(updatedAt)}
          {tags.length > 0 && ` · ${tags.join(', ')}`}
        </small>
      </span>
    </a>
  )
}

/** A time of this year without the year. */
const shortTime = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

function when(time: number): string {
  const date = new Date(time)
  if (Number.isNaN(date.valueOf())) return t('no date')
  return (date.getFullYear() === new Date().getFullYear() ? shortTime : dateTime).format(date)
}
