import type { AssetEvent, JsonObject, ProtocolEvent } from '@narratoria/protocol'

/** What a tool emitted in one attempt, in order, sorted as it comes: a later look at many events would cost more. */
export class Emitted {
  readonly events: ProtocolEvent[] = []
  readonly patches: JsonObject[] = []
  readonly assets: AssetEvent[] = []

  static of(events: readonly ProtocolEvent[]): Emitted {
    const emitted = new Emitted()
    for (const event of events) emitted.add(event)
    return emitted
  }

  add(event: ProtocolEvent): void {
    this.events.push(event)
    if (event.type === 'state_patch') this.patches.push(event.patch)
    else if (event.type === 'asset') this.assets.push(event)
  }
}
