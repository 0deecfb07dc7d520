import type { ComponentType } from 'react'

/** The code of a component, which is loaded when it is needed. */
export interface Code<Props> {
  /** The component, once it is loaded. */
  component: ComponentType<Props> | undefined
  /** Loads the component. After a failure it can be called again. */
  load(): Promise<void>
}

/** Loads code at most once. Unlike `lazy` of React, it forgets a failure. */
export function codeOf<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let pending: Promise<void> | undefined
  const code: Code<Props> = {
    component: undefined,
    load() {
      pending ??= load().then(
        (component) => void (code.component = component),
        (error: unknown) => {
          pending = undefined
          throw error
        },
      )
      return pending
    },
  }
  return code
}
