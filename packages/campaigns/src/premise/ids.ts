const reserved = new Set(['player', 'nowhere', 'in', 'on'])

/** Ids made from names, unique among each other, by the role that each plays. */
export class Ids {
  readonly #byRole = new Map<string, string>()

  /** Makes the id of a role: `net mender` becomes `net_mender`, or `net_mender_2` if that is taken. */
  add(role: string, name: string): string {
    const plain = name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[_0-9]+|_+$/g, '')
    const base = plain === '' || reserved.has(plain) ? `the_${plain}`.replace(/_$/, '') : plain
    const taken = new Set(this.#byRole.values())
    let id = base
    for (let number = 2; taken.has(id); number++) id = `${base}_${number}`
    this.#byRole.set(role, id)
    return id
  }

  get(role: string): string {
    const id = this.#byRole.get(role)
    if (id === undefined) throw new Error(`The role ${role} has not got an id; add it first.`)
    return id
  }

  has(role: string): boolean {
    return this.#byRole.has(role)
  }

  /** Gives a role the id of another one. */
  share(role: string, other: string): void {
    this.#byRole.set(role, this.get(other))
  }

  /** The ids of some roles, by role. */
  of<R extends string>(...roles: R[]): Record<R, string> {
    return Object.fromEntries(roles.map((role) => [role, this.get(role)])) as Record<R, string>
  }
}
