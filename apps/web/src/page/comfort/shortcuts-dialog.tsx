import { Fragment } from 'react'
import Button from '@mui/material/Button'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { t } from '../language/text.ts'
import type { Screen } from '../routing/route.ts'
import { usePreferences } from '../settings/preferences.ts'
import { useScreenNames } from '../settings/screen-names.ts'
import { fixedKeys, shortcuts } from './shortcuts.ts'

/** The list of the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts: wanted } = usePreferences()
  const names = useScreenNames()
  return (
    <DialogFrame
      id="shortcuts"
      title={t('Keyboard shortcuts')}
      onClose={onClose}
      maxWidth="md"
      isFocusable
      actions={
        <Button onClick={onClose} autoFocus>
          {t('Close')}
        </Button>
      }
    >
      <dl className="keys">
        {fixedKeys.map(({ keys, isEither, label }) => (
          <Row key={label} keys={keys} mark={isEither ? '/' : '+'} label={label} />
        ))}
        {wanted === 'on' &&
          Object.entries(shortcuts).map(([name, { key, label }]) => (
            <Row key={key} keys={[key.toUpperCase()]} label={label ?? names[name as Screen]} />
          ))}
      </dl>
      <p className="quiet">
        {wanted === 'on'
          ? t('Single-key shortcuts work when you are not typing. You can turn them off in Settings.')
          : t('Single-key shortcuts are turned off in Settings.')}
      </p>
    </DialogFrame>
  )
}

function Row({ keys, mark, label }: { keys: readonly string[]; mark?: string; label: string }) {
  return (
    <div>
      <dt>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && mark}
            <kbd>{key}</kbd>
          </Fragment>
        ))}
      </dt>
      <dd>{label}</dd>
    </div>
  )
}
