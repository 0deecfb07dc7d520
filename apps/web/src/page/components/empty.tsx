import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The content of an empty screen. */
export function Empty({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon path={icon} fontSize="large" />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  )
}
