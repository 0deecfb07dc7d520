/** A policy of trusted types, in browsers that have them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

const address = '/sw.js'

/** Registers the script that shows a page when the server cannot be reached. Browsers allow it on this machine and over HTTPS only. */
export async function registerOfflinePage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  // The content policy allows this one address.
  const policy = trustedTypes?.createPolicy('offline-page', { createScriptURL: () => address })
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { scope: '/' })
}
