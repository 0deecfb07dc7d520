import { useCallback, useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import { LoadProblem } from '../components/load-problem.tsx'
import type { Code } from './code-of.ts'

/**
 * Shows a component whose code is loaded first. After a failure it shows the reason and a button to try again, and tries again
 * when `online` becomes true. If the server was upgraded, the page is reloaded, because its files are gone.
 */
export function Loaded<Props extends object>({
  code,
  online,
  props,
}: {
  code: Code<Props>
  online: boolean
  props: Props
}) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const load = useCallback(async () => {
    setState('loading')
    try {
      await code.load()
      setState('loaded')
    } catch {
      if (await isUpgraded()) window.location.reload()
      else setState('failed')
    }
  }, [code])
  useEffect(() => {
    if (!code.component) void load()
  }, [code, online, load])
  const Component = code.component
  if (Component) return <Component {...props} />
  if (state !== 'failed') return <p className="quiet">{t('Opening …')}</p>
  const message = t('This screen could not be loaded, because the server cannot be reached.')
  return <LoadProblem message={message} onRetry={() => void load()} />
}

/** Whether the server no longer has the script of this page. */
async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')
  const answer = script && (await fetch(script.src, { method: 'HEAD' }).catch(() => undefined))
  return answer?.status === 404
}
