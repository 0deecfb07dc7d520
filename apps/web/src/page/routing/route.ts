import { useSyncExternalStore } from 'react'

/** The screens of the page, in the order of the rail. */
export const screens = ['narrative', 'tools', 'assets', 'state', 'skills'] as const
export type Screen = (typeof screens)[number]

/** The story, the screen and the part of it that the page shows. */
export interface PageRoute {
  sessionId: string | null
  screen: Screen
  /** The id of a turn or a skill, depending on the screen. */
  detail: string | null
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Reads an address such as `#/s/<session>/tools/<turn>`. */
export function parseRoute(hash: string): PageRoute {
  const [, marker, session = '', screen = '', detail] = hash.replace(/^#/, '').split('/')
  const known = screens.find((name) => name === screen) ?? 'narrative'
  const sessionId = marker === 's' && session !== '' ? decode(session) : null
  return { sessionId, screen: known, detail: detail ? decode(detail) : null }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The address of a screen. */
export function hrefOf({
  sessionId,
  screen,
  detail,
}: {
  sessionId: string | null
  screen: Screen
  detail?: string | null
}) {
  const parts = [sessionId ?? '-', screen, ...(detail ? [detail] : [])].map((part) => encodeURIComponent(part))
  return `#/s/${parts.join('/')}`
}

/** The address of the stories. */
export const homeHref = '#/'

/** Opens a screen. */
export function navigate(route: Parameters<typeof hrefOf>[0]): void {
  window.location.hash = hrefOf(route)
}

export function usePageRoute(): PageRoute {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  const route = parseRoute(hash)
  return route.sessionId === '-' ? { ...route, sessionId: null } : route
}
