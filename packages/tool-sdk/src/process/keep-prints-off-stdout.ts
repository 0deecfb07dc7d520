/**
 * Sends `console.*` and `process.stdout` to standard error, where anything may be printed (spec 001 §2.2): standard
 * output carries events alone. The stream is made when something is printed, not before.
 */
export function keepPrintsOffStdout(): void {
  const onStderr: PropertyDescriptor = { get: () => process.stderr, configurable: true }
  Object.defineProperty(process, 'stdout', onStderr)
  Object.defineProperty(console, '_stdout', onStderr)
}
