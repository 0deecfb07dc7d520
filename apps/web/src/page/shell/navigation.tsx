import {
  mdiBookOpenOutline,
  mdiBookOpenVariant,
  mdiFileTree,
  mdiFileTreeOutline,
  mdiHomeOutline,
  mdiImageMultiple,
  mdiImageMultipleOutline,
  mdiPuzzle,
  mdiPuzzleOutline,
  mdiTools,
} from '@mdi/js'
import { memo } from 'react'
import { t } from '../language/text.ts'
import { Icon } from '../components/icon.tsx'
import { type Screen, homeHref, hrefOf, screens } from '../routing/route.ts'

const destinations: Record<Screen, { label: string; icon: string; activeIcon: string }> = {
  narrative: { label: t('Narrative'), icon: mdiBookOpenOutline, activeIcon: mdiBookOpenVariant },
  tools: { label: t('Tools'), icon: mdiTools, activeIcon: mdiTools },
  assets: { label: t('Assets'), icon: mdiImageMultipleOutline, activeIcon: mdiImageMultiple },
  state: { label: t('State'), icon: mdiFileTreeOutline, activeIcon: mdiFileTree },
  skills: { label: t('Skills'), icon: mdiPuzzleOutline, activeIcon: mdiPuzzle },
}

/** The navigation: a rail beside the screen, or a bar below it on a narrow page. */
export const Navigation = memo(function Navigation({
  sessionId,
  screen,
  busy,
}: {
  sessionId: string
  screen: Screen
  busy: boolean
}) {
  return (
    <nav className="rail" aria-label={t('Screens')}>
      <img src="/icon.svg" alt="" className="rail-mark" width="40" height="40" />
      <ul>
        <li>
          <a href={homeHref}>
            <span className="rail-pill">
              <Icon path={mdiHomeOutline} />
            </span>
            <span className="rail-label">{t('Home')}</span>
          </a>
        </li>
        {screens.map((name) => {
          const { label, icon, activeIcon } = destinations[name]
          const active = name === screen
          return (
            <li key={name}>
              <a href={hrefOf({ sessionId, screen: name })} aria-current={active ? 'page' : undefined}>
                <span className="rail-pill">
                  <Icon path={active ? activeIcon : icon} />
                  {name === 'tools' && busy && <span className="rail-badge" />}
                </span>
                <span className="rail-label">{label}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
})
