import { useEffect, useState } from 'react'
import type { HostInfo } from '../../api/resources.ts'
import { api } from '../api/client.ts'

let known: HostInfo | undefined
let asked: Promise<HostInfo> | undefined

/** Whether models can be set up, and none is. */
export function hasNoModel({ settings: { planners, model, playing } }: HostInfo): boolean {
  return planners.length > 0 && model === null && (playing === null || playing === 'no language model')
}

/** The server and its settings. Requested once. */
export function useHostInfo(): HostInfo | undefined {
  const [info, setInfo] = useState(known)
  useEffect(() => {
    if (known) return
    asked ??= api.info()
    asked.then(
      (answer) => setInfo((known = answer)),
      () => void (asked = undefined),
    )
  }, [])
  return info
}
