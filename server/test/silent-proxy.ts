import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'

/** A TCP proxy in front of a database. After `silence` its open connections carry no data, but are not closed. */
type SilentProxy = { url: string; silence: () => void; close: () => Promise<void> }

/**
 * Starts a proxy to the test database of a URL. Tests use it instead of stopping PostgreSQL's process with a signal,
 * because a stopped process may hold a lock or a page of the shared memory that every other connection then waits for.
 */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { searchParams, port } = new URL(databaseUrl)
  const socketPath = path.join(searchParams.get('host')!, `.s.PGSQL.${port}`)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(socketPath)
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    silence: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
