import { t } from '../language/text.ts'
import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'

/** Shows a message in place of a screen that threw an error. The navigation around it still works. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="empty" role="alert">
        <h2>{t('This screen cannot be shown')}</h2>
        <p>{t('Your story is stored, and what you have typed is kept.')}</p>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('Reload the page')}
        </Button>
      </div>
    )
  }
}
