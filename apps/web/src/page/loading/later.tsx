import { useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import { useNotice } from '../components/notices.tsx'
import type { Code } from './code-of.ts'

interface LaterProps<Props> {
  code: Code<Props>
  props: Props
  /** Called when the code could not be loaded, after the player was notified. */
  onFailed: () => void
}

/** Shows a component whose code is loaded when it is first needed, such as a dialog. */
export function Later<Props extends object>({ code, props, onFailed }: LaterProps<Props>) {
  const notify = useNotice()
  const [, setLoads] = useState(0)
  useEffect(() => {
    if (code.component) return
    code.load().then(
      () => setLoads((loads) => loads + 1),
      () => {
        notify(t('This could not be loaded, because the server cannot be reached.'))
        onFailed()
      },
    )
  }, [code])
  const Component = code.component
  return Component ? <Component {...props} /> : null
}
