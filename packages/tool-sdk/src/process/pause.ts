/** Blocks the thread for `turn` tenths of a millisecond, at most 10 ms. */
export function pause(turn: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(10, 0.1 * turn))
}
