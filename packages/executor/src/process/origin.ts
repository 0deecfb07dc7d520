import { randomUUID } from 'node:crypto'

/** Start of the markers of this host's tools. Unique among the threads of this process and other copies of this package. */
export const origin = `${process.pid}-${randomUUID()}`
