import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The gateway's reaction to a call: it accepts the call, answers something else, or never answers. */
export type GatewayAnswer = 'take' | 'hang' | 'cut off' | { status: number; body: string }

type SentSms = { number: string; message: string; at: number }

export type SmsGatewayServer = {
  url: string
  taken: SentSms[]
  /** The number of all calls, and of those that the rate limit refused. */
  calls: () => { all: number; refusedByLimit: number }
  answerWith: (answer: () => GatewayAnswer) => void
  close: () => Promise<void>
}

/** Semaphore's limit of calls per minute. */
const CALLS_A_MINUTE = 120
const MINUTE_MS = 60_000

type State = { answer: () => GatewayAnswer; taken: SentSms[]; times: number[]; all: number; refused: number }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

/** True when this call exceeds the limit of the last minute. */
function exceedsLimit(state: State, limit: number, at: number): boolean {
  state.times = state.times.filter((time) => at - time < MINUTE_MS)
  if (state.times.length >= limit) return true
  state.times.push(at)
  return false
}

async function handle(state: State, limit: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = new URLSearchParams(await textOf(request))
  state.all++
  const at = performance.now()
  if (exceedsLimit(state, limit, at)) {
    state.refused++
    response.writeHead(429).end('{"message":"Too Many Attempts."}')
    return
  }
  const answer = state.answer()
  if (answer === 'hang') return
  if (answer === 'cut off') return void request.socket.destroy()
  if (answer !== 'take') return void response.writeHead(answer.status).end(answer.body)
  // Like Semaphore, this server drops texts that begin with "test" without an error.
  if (!/^test/i.test(fields.get('message') ?? ''))
    state.taken.push({ number: fields.get('number') ?? '', message: fields.get('message') ?? '', at })
  const taken = [{ message_id: state.taken.length, recipient: fields.get('number'), status: 'Queued' }]
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(taken))
}

/**
 * Starts an HTTP server that imitates Semaphore and its limit. Tests whose clock runs faster than real time pass
 * `Infinity` as the limit.
 */
export async function startSmsGateway(limit = CALLS_A_MINUTE): Promise<SmsGatewayServer> {
  const state: State = { answer: () => 'take', taken: [], times: [], all: 0, refused: 0 }
  const server = createServer((request, response) => void handle(state, limit, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4/messages`,
    taken: state.taken,
    calls: () => ({ all: state.all, refusedByLimit: state.refused }),
    answerWith: (answer) => {
      state.answer = answer
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
