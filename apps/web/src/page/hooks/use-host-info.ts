import { useEffect, useState } from 'react'
import type { HostInfo } from '../../api/resources.ts'
import { api } from '../api/client.ts'

let known: HostInfo | undefined
let asked: Promise<HostInfo> | undefined

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
