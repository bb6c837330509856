import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DetachedContext, SessionUser } from '#server/lib/context.ts'
import type { EventHub } from '#server/lib/event-hub.ts'

const HEARTBEAT_MS = 20_000
/** A stream ends after this long and the browser opens a new one, which passes the gate again: sessions expire. */
const LIFE_MS = 30 * 60_000
/** A screen that does not read what it is sent is let go; it reads everything again when it comes back. */
const MAX_UNREAD_BYTES = 64_000

/** Sends the head at once; the reply is ours from here on. */
function begin(reply: FastifyReply): ServerResponse {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  reply.raw.write('retry: 2000\n: open\n\n')
  return reply.raw
}

/**
 * Server-sent events of the process: one open reply per staff screen, never compressed. A stream ends with its session
 * and with the server. Returns the way to open one.
 */
export function createEventStreams(app: FastifyInstance, hub: EventHub) {
  const open = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  return ({ reply, user }: DetachedContext<SessionUser>): void => {
    const stream = begin(reply)
    open.add(stream)
    const write = (text: string) => {
      stream.write(text)
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
    }
    const end = () => void stream.end()
    const unsubscribe = hub.subscribe((event) => {
      if (event.name === 'AppointmentBooked') write('event: AppointmentBooked\ndata: {}\n\n')
      else if (event.name === 'SessionsEnded' && event.session_ids.includes(user.session_id)) end()
    })
    const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
    const life = setTimeout(end, LIFE_MS)
    stream.on('error', end)
    stream.on('close', () => {
      unsubscribe()
      clearInterval(heartbeat)
      clearTimeout(life)
      open.delete(stream)
    })
  }
}
