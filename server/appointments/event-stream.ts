import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { EventHub } from '#server/lib/event-hub.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { requestRefusals } from '#shared/lib/messages.ts'

const HEARTBEAT_MS = 20_000
/** Each stream ends after this time. The browser reconnects and is authorized again, because sessions expire. */
const LIFE_MS = 30 * 60_000
/** A screen with more unread bytes is disconnected. It reloads everything when it reconnects. */
const MAX_UNREAD_BYTES = 64_000

const RETRY_SECONDS = 30

/** Throws a 429 when the session, the person or the process has reached its limit of open streams. */
function refuseTooMany(open: Iterable<Principal>, user: Principal, limits: Limits['eventStreams']): void {
  const all = [...open]
  const ofPerson = all.filter(({ id }) => id === user.id)
  const ofSession = ofPerson.filter(({ session_id }) => session_id === user.session_id)
  const { perProcess, perPerson, perSession } = limits
  if (all.length >= perProcess || ofPerson.length >= perPerson || ofSession.length >= perSession)
    throw new AppError('too_many', requestRefusals.tooMany, { retryAfter: RETRY_SECONDS })
}

/** Begins an event stream: sends its headers at once, and keeps Fastify from sending or ending the response. */
function beginStream(reply: FastifyReply): ServerResponse {
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
 * Returns the text of the event that a screen receives after a booking. The event names the visits that were requested
 * or cancelled, except those that the person at this screen has requested or cancelled.
 */
function eventTextFor({ arrivals = [] }: Extract<HubEvent, { name: 'AppointmentBooked' }>, user: Principal): string {
  const ofOthers = arrivals.filter(({ by }) => by !== user.id).map(({ id, what }) => ({ id, what }))
  const data = ofOthers.length > 0 ? { arrivals: ofOthers } : {}
  return `event: AppointmentBooked\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * Manages the server-sent events of this process: one uncompressed response per staff screen. A stream ends with its
 * session or with the server. Returns the function that opens one.
 */
export function createEventStreams(app: FastifyInstance, hub: EventHub, limits: Limits['eventStreams']) {
  const open = new Map<ServerResponse, Principal>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })
  return ({ reply, user }: DetachedContext<Principal>): void => {
    refuseTooMany(open.values(), user, limits)
    const stream = beginStream(reply)
    open.set(stream, user)
    const write = (text: string) => {
      stream.write(text)
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
    }
    const end = () => void stream.end()
    const unsubscribe = hub.subscribe((event) => {
      if (event.name === 'AppointmentBooked') write(eventTextFor(event, user))
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
