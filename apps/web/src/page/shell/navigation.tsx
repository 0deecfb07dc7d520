import {
  mdiBookOpenVariant,
  mdiBookOpenVariantOutline,
  mdiHomeOutline,
  mdiImageMultiple,
  mdiImageMultipleOutline,
  mdiNotebook,
  mdiNotebookOutline,
  mdiPuzzle,
  mdiPuzzleOutline,
  mdiTools,
} from '@mdi/js'
import { memo } from 'react'
import { t } from '../language/text.ts'
import { Icon } from '../components/icon.tsx'
import { type Screen, homeHref, hrefOf, screens } from '../routing/route.ts'
import { useScreenNames } from '../settings/screen-names.ts'

const icons: Record<Screen, { icon: string; activeIcon: string }> = {
  narrative: { icon: mdiBookOpenVariantOutline, activeIcon: mdiBookOpenVariant },
  tools: { icon: mdiTools, activeIcon: mdiTools },
  assets: { icon: mdiImageMultipleOutline, activeIcon: mdiImageMultiple },
  state: { icon: mdiNotebookOutline, activeIcon: mdiNotebook },
  skills: { icon: mdiPuzzleOutline, activeIcon: mdiPuzzle },
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
  const names = useScreenNames()
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
          const { icon, activeIcon } = icons[name]
          const active = name === screen
          return (
            <li key={name}>
              <a href={hrefOf({ sessionId, screen: name })} aria-current={active ? 'page' : undefined}>
                <span className="rail-pill">
                  <Icon path={active ? activeIcon : icon} />
                  {name === 'tools' && busy && <span className="rail-badge" />}
                </span>
                <span className="rail-label">{names[name]}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
})
