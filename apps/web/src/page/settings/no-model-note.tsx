import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import type { HostInfo } from '../../api/resources.ts'
import { api } from '../api/client.ts'
import { hasNoModel } from '../hooks/use-host-info.ts'
import { t } from '../language/text.ts'
import { Later } from '../loading/later.tsx'
import { modelsCode } from './models-code.ts'

/** Says what a missing language model means here, with a way to set one up. Shows nothing while there is one. */
export function NoModelNote({ children }: { children: string }) {
  const [info, setInfo] = useState<HostInfo>()
  const [isSettingUp, setModels] = useState(false)
  // Read again after a model was set up.
  useEffect(() => {
    if (!isSettingUp)
      api.info().then(setInfo, () => {
        // Then nothing is said.
      })
  }, [isSettingUp])
  if (!info || !hasNoModel(info)) return null
  const close = () => setModels(false)
  return (
    // A form around this note is not submitted with the form of the dialog.
    <p className="note note-model" onSubmit={(event) => event.stopPropagation()}>
      {children}
      <Button size="small" onClick={() => setModels(true)}>
        {t('Set up a model')}
      </Button>
      {isSettingUp && <Later code={modelsCode} props={{ onClose: close }} onFailed={close} />}
    </p>
  )
}
