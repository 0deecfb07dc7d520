/** Writes an event as a line. */
export function line(event: object): string {
  return `${JSON.stringify({ version: '0', ...event })}\n`
}

export const log = (message = 'm', extra = {}) => line({ type: 'log', level: 'info', message, ...extra })
export const patch = (patch: unknown, extra = {}) => line({ type: 'state_patch', patch, ...extra })
export const asset = (extra = {}) =>
  line({ type: 'asset', assetId: 'a', kind: 'image', mediaType: 'image/png', path: 'a.png', ...extra })
export const ui = (event: string, payload?: unknown) => line({ type: 'ui_event', event, payload })
export const error = (extra = {}) => line({ type: 'error', errorCode: 'E', errorMessage: 'm', ...extra })
export const done = (ok: unknown = true, extra = {}) => line({ type: 'done', ok, ...extra })
