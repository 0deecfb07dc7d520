import { networkInterfaces } from 'node:os'
import { renderUnicodeCompact } from 'uqr'

/** Where a server that listens on `host` can be reached: its URL on this machine first, then those for other devices. */
export function addressesOf(url: string, host: string | undefined): { here: string; others: string[] } {
  const isAny = host === '0.0.0.0' || host === '::'
  if (!isAny) return { here: url, others: [] }
  const at = (address: string) => {
    const other = new URL(url)
    other.hostname = address
    return other.href
  }
  const others = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => at(address))
  return { here: at('127.0.0.1'), others }
}

/** The lines that say where the server is, with a QR code for a phone if there is an address for other devices. */
export function describeAddresses(
  { here, others }: { here: string; others: string[] },
  { isTerminal }: { isTerminal: boolean },
): string {
  const lines = [`Narratoria plays at ${here}`, ...others.map((url) => `On other devices: ${url}`)]
  const [phone] = others
  if (phone !== undefined && isTerminal) lines.push('', renderUnicodeCompact(phone, { border: 2 }), '')
  return `${lines.join('\n')}\nCtrl-C ends it.`
}
