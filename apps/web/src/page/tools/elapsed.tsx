import { useEffect, useState } from 'react'
import { duration } from './tool-words.ts'

/** How long something has been going on. */
export function Elapsed({ since }: { since: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return since === undefined ? null : <>{duration(Math.max(0, now - since))}</>
}
