import type { NounContext, Preference } from './noun-context.ts'

function isDoor(id: string, scene: NounContext['scene']): boolean {
  const { openable, container } = scene.things[id] ?? {}
  return (openable === true && !container) || Object.values(scene.exitsOf(scene.here)).some(({ door }) => door === id)
}

/** Which things an act rather means in a role: those that it can be done with. */
export function preferenceFor(act: string, role: string, { scene }: NounContext): Preference {
  const carried = (id: string) => scene.isCarried(id)
  return ({ id, kind, inScope }) => {
    const thing = scene.things[id]
    if (role === 'person') return kind === 'person' ? (inScope ? 2 : 1) : 0
    if (role === 'to') return kind === 'place' ? 2 : isDoor(id, scene) ? 1.5 : 0
    if (act === 'search' && id === scene.here) return 2
    if (act === 'search') return thing?.container || thing?.supporter ? 2 : 1
    if (kind !== 'thing' || !thing) return kind === 'person' && act === 'examine' ? 1 : 0
    if (role === 'where') return thing.container || thing.supporter ? 2 : 1
    if (act === 'take')
      return inScope &&
        !inScope.carried &&
        inScope.heldBy === undefined &&
        thing.portable !== false &&
        !thing.supporter &&
        thing.fixed === undefined
        ? 2
        : 0
    if (act === 'drop' || act === 'put' || act === 'give' || act === 'show')
      return carried(id) && !scene.is(id, 'worn')
        ? 2
        : inScope?.heldBy === undefined && act === 'put' && thing.portable !== false
          ? 0.5
          : 0
    if (act === 'open') return thing.openable ? (scene.is(id, 'open') ? 1 : 2) : 0
    if (act === 'close') return thing.openable ? (scene.is(id, 'open') ? 2 : 1) : 0
    if ((act === 'lock' || act === 'unlock') && role === 'thing')
      return thing.lockable || scene.is(id, 'locked') ? 2 : 0
    if (act === 'light') return role === 'with' ? 1 : thing.light ? (scene.is(id, 'lit') ? 1 : 2) : 0
    if (act === 'extinguish') return thing.light ? (scene.is(id, 'lit') ? 2 : 1) : 0
    if (act === 'wear') return thing.wearable ? 2 : 0
    if (act === 'remove') return scene.is(id, 'worn') ? 2 : 0
    if (act === 'eat') return thing.edible ? 2 : 0
    if (act === 'drink') return thing.drinkable ? 2 : 0
    if (act === 'read') return thing.text === undefined ? 0 : 2
    if (act === 'attack') return role === 'with' && thing.weapon !== undefined ? 2 : 0
    return 1
  }
}
