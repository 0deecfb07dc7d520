/** Returns a function that computes a value once for each object and caches it for the lifetime of the object. */
export function memoizeByObject<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>()
  return (key) => {
    let value = cache.get(key)
    if (!value) cache.set(key, (value = compute(key)))
    return value
  }
}
