/** Tells whether what a host's callback answered is to be waited for; promises of other realms and libraries are, too. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
