/** Sleeps without an event loop for the `turn`th time in a row: from a tenth of a millisecond, growing to ten. */
export function pause(turn: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(10, 0.1 * turn))
}
