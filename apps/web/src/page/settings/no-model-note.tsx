import Button from '@mui/material/Button'
import { useState } from 'react'
import type { ModelLack } from '../hooks/use-model-lack.ts'
import { t } from '../language/text.ts'
import { Later } from '../loading/later.tsx'
import { modelsCode } from './loaded-code.ts'

/** Says what a missing language model means here, with a way to set one up. Shows nothing while there is one. */
export function NoModelNote({ lack, children }: { lack: ModelLack; children: string }) {
  const [isSettingUp, setModels] = useState(false)
  if (!lack.isLacking) return null
  const close = () => {
    setModels(false)
    lack.refresh()
  }
  return (
    // A form around this note is not submitted with the form of the dialog.
    <p className="note note-model" onSubmit={(event) => event.stopPropagation()}>
      {children}
      <Button size="small" onClick={() => setModels(true)}>
        {t('Set up language models')}
      </Button>
      {isSettingUp && <Later code={modelsCode} props={{ onClose: close }} onFailed={close} />}
    </p>
  )
}
