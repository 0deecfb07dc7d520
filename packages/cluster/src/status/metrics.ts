import type { ClusterStatus, MemberStatus } from './cluster-status.ts'

/**
 * Writes the state of a cluster in the text format of Prometheus.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { metricsText } from '@narratoria/cluster'
 *
 * const text = metricsText({ members: [], queues: [{ name: 'turn', queued: 2, active: 0, lagSeconds: 5 }] })
 * assert.match(text, /^narratoria_queue_lag_seconds\{queue="turn"\} 5$/m)
 * ```
 */
export function metricsText({ members, queues }: ClusterStatus, own: Readonly<Record<string, number>> = {}): string {
  const lines: string[] = []
  const gauge = (name: string, help: string, values: [labels: string, value: number][]) => {
    lines.push(`# HELP narratoria_${name} ${help}`, `# TYPE narratoria_${name} gauge`)
    for (const [labels, value] of values) lines.push(`narratoria_${name}${labels && `{${labels}}`} ${value}`)
  }
  const sumByKind = (name: string, help: string, valueOf: (member: MemberStatus) => number) =>
    gauge(
      name,
      help,
      ['host', 'worker'].map((kind) => [
        `kind="${kind}"`,
        members.filter((member) => member.kind === kind).reduce((total, member) => total + valueOf(member), 0),
      ]),
    )
  sumByKind('members', 'Processes of the cluster.', () => 1)
  sumByKind('slots', 'Turns or attempts that can run at the same time.', ({ slots }) => slots)
  sumByKind('busy', 'Turns or attempts that run.', ({ busy }) => busy)
  gauge(
    'queued',
    'Turns or attempts that wait.',
    queues.map(({ name, queued }) => [`queue="${name}"`, queued]),
  )
  gauge(
    'queue_lag_seconds',
    'How long the oldest one has waited.',
    queues.map(({ name, lagSeconds }) => [`queue="${name}"`, lagSeconds]),
  )
  for (const [name, value] of Object.entries(own)) gauge(name, 'Of this process.', [['', value]])
  return `${lines.join('\n')}\n`
}
