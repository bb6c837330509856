import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const wantsEventStream = (request: IncomingMessage) => request.headers.accept?.includes('text/event-stream') === true

/**
 * Tracks a server's requests, so that it can stop without cutting one off. `drain` accepts no new connections, ends the
 * event streams (screens reconnect elsewhere) and resolves when every response is sent: true, or false after
 * `withinMs`.
 */
export function watchRequests(server: Server): { drain: (withinMs: number) => Promise<boolean> } {
  const open = new Set<ServerResponse>()
  let draining = false
  let allDone = () => {}

  const finish = (response: ServerResponse) => {
    if (wantsEventStream(response.req)) response.end()
    // Closes kept-alive connections, so that a busy screen cannot keep the process running with further requests.
    else if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    open.add(response)
    if (draining) finish(response)
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) allDone()
    })
  })

  const drain = async (withinMs: number) => {
    draining = true
    const done = new Promise<void>((resolve) => {
      allDone = resolve
    })
    server.close()
    server.closeIdleConnections()
    for (const response of open) finish(response)
    const over = new AbortController()
    if (open.size > 0) await Promise.race([done, wait(withinMs, undefined, { signal: over.signal })])
    over.abort()
    return open.size === 0
  }
  return { drain }
}
