import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/** A connection to a server that can be interrupted. */
export async function openLine(port: number) {
  const sockets = new Set<Socket>()
  let refusing = false
  const server = createServer((near) => {
    if (refusing) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as { port: number }).port,
    cut,
    refuse: (wanted: boolean) => void (refusing = wanted),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
