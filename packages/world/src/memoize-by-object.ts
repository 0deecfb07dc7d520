/** Returns a function that works out a value once for each object, and keeps it as long as the object lives. */
export function keptFor<Key extends object, Value extends object>(workOut: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, Value>()
  return (key) => {
    let value = kept.get(key)
    if (!value) kept.set(key, (value = workOut(key)))
    return value
  }
}
