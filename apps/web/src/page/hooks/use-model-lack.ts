import { useCallback, useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { hasNoModel } from './use-host-info.ts'

export interface ModelLack {
  /** Whether models can be set up, and none is. `undefined` until it is known. */
  isLacking: boolean | undefined
  /** Reads it again. */
  refresh: () => void
}

/** Whether a language model is missing on the server. */
export function useModelLack(): ModelLack {
  const [isLacking, setLacking] = useState<boolean>()
  const refresh = useCallback(() => {
    api.info().then(
      (info) => setLacking(hasNoModel(info)),
      () => {
        // Then nothing is shown about it.
      },
    )
  }, [])
  useEffect(refresh, [refresh])
  return { isLacking, refresh }
}
