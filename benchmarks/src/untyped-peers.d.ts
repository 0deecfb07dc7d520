declare module 'ndjson' {
  const ndjson: { parse: () => NodeJS.ReadWriteStream }
  export default ndjson
}
declare module 'split2' {
  export default function split2(mapper: (line: string) => unknown): NodeJS.ReadWriteStream
}
