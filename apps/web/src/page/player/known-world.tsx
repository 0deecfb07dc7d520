import {
  mdiAccountOutline,
  mdiBagPersonalOutline,
  mdiFlagOutline,
  mdiMapMarkerOutline,
  mdiMapMarkerPath,
} from '@mdi/js'
import type { ReactNode } from 'react'
import type { PlayerViewBody } from '../../api/resources.ts'
import { Icon } from '../components/icon.tsx'
import { t } from '../language/text.ts'
import { curled } from '../language/curled.ts'

type Known = NonNullable<PlayerViewBody['world']>

/** What the player knows: where they are, what they carry, whom they know, what they want. */
export function KnownWorld({ world }: { world: Known }) {
  const { place, exits, carried, people, goals, places, ending } = world
  return (
    <div className="known">
      {ending !== null && (
        <p className="note note-warning">{t('The story has ended: {ending}.', { ending: curled(ending) })}</p>
      )}
      <Part icon={mdiMapMarkerOutline} title={t('Where you are')}>
        <p>
          <b dir="auto" className="known-place">
            {curled(place.name)}
          </b>
          {place.isDark && ` · ${t('It is dark.')}`}
        </p>
        {place.description !== null && <p dir="auto">{curled(place.description)}</p>}
        {exits.length > 0 && (
          <>
            <h3 id="exits">{t('Ways from here')}</h3>
            <ul className="columns" aria-labelledby="exits">
              {exits.map(({ direction, to, isClosed }) => (
                <li key={direction}>
                  {direction}
                  {to !== null && `: ${curled(to)}`}
                  {isClosed && ` (${t('closed')})`}
                </li>
              ))}
            </ul>
          </>
        )}
      </Part>
      <Part icon={mdiBagPersonalOutline} title={t('What you carry')}>
        {carried.length === 0 ? (
          <p className="quiet">{t('Nothing yet.')}</p>
        ) : (
          <ul className="columns">
            {carried.map((name, index) => (
              <li key={index} dir="auto">
                {curled(name)}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part icon={mdiAccountOutline} title={t('People you know')}>
        {people.length === 0 ? (
          <p className="quiet">{t('No one yet.')}</p>
        ) : (
          <ul className="people">
            {people.map((person, index) => (
              <Person key={index} person={person} />
            ))}
          </ul>
        )}
      </Part>
      {goals.length > 0 && (
        <Part icon={mdiFlagOutline} title={t('What you want')}>
          <ul className="goals">
            {goals.map(({ text, isDone }, index) => (
              <li key={index} dir="auto">
                {isDone ? <s>{curled(text)}</s> : curled(text)}
                {isDone && <span className="quiet"> {t('done')}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {places.length > 1 && (
        <Part icon={mdiMapMarkerPath} title={t('Where you have been')}>
          <p dir="auto" className="known-route">
            {curled(places.join(' → '))}
          </p>
        </Part>
      )}
    </div>
  )
}

function Part({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <section className="known-part">
      <h2>
        <Icon path={icon} /> {title}
      </h2>
      {children}
    </section>
  )
}

function Person({
  person: { name, isHere, isDead, feeling, doing, portraitUrl },
}: {
  person: Known['people'][number]
}) {
  const about = [isDead ? t('dead') : isHere ? t('is here') : t('is elsewhere'), !isDead && feelingWords(feeling)]
  return (
    <li>
      {portraitUrl === null ? (
        <span className="face face-blank" aria-hidden>
          {name
            .replace(/^(?:the|a|an) /i, '')
            .slice(0, 1)
            .toUpperCase()}
        </span>
      ) : (
        <img className="face" src={portraitUrl} alt="" width="48" height="48" loading="lazy" />
      )}
      <span>
        <b dir="auto">{curled(name)}</b>
        <small>{about.filter(Boolean).join(' · ')}</small>
        {doing !== null && <small dir="auto">{curled(doing)}</small>}
      </span>
    </li>
  )
}

function feelingWords(feeling: number): string | undefined {
  if (feeling >= 2) return t('trusts you')
  if (feeling > 0) return t('likes you')
  if (feeling <= -2) return t('is your enemy')
  return feeling < 0 ? t('dislikes you') : undefined
}
