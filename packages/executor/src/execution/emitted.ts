import type { AssetEvent, JsonObject, ProtocolEvent } from '@narratoria/protocol'

/** The events of one attempt, with patches and assets collected as they arrive. */
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
