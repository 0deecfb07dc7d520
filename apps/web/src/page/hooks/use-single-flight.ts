import { useRef } from 'react'

/** Ignores calls while a previous one is running, so that a double click acts once. */
export function useSingleFlight(): (action: () => Promise<void>) => Promise<void> {
  const running = useRef(false)
  return async (action) => {
    if (running.current) return
    running.current = true
    try {
      await action()
    } finally {
      running.current = false
    }
  }
}
