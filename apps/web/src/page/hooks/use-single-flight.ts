import { useRef } from 'react'

/** Runs an action unless one is under way: who presses twice does it once. */
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
