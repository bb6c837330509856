import type { SmsSettings } from '#server/lib/env.ts'

/** Hands short messages to a gateway. `send` resolves when it has taken the message, and throws an `SmsError`. */
export type SmsGateway = {
  /** `to` in international form (E.164). */
  send: (message: { id: string; to: string; text: string }, closing: AbortSignal) => Promise<void>
  /** How long two messages lie apart, in milliseconds: the gateway takes so many a minute. */
  everyMs: number
  /** The gateway's name, as settings show it. */
  host: string
}

/** Why a message was not taken, without a number in it. */
export class SmsError extends Error {
  override readonly name = 'SmsError'
  /** Another try could help: the gateway was away, slow or busy. */
  readonly passing: boolean
  /** Nobody knows whether it was taken, and another try could be a second copy that nothing tells from the first. */
  readonly isUnanswered: boolean
  constructor(reason: string, { passing, isUnanswered = false }: { passing: boolean; isUnanswered?: boolean }) {
    super(reason)
    this.passing = passing
    this.isUnanswered = isUnanswered
  }
}

const ANSWER_MS = 15_000
const MOST_BYTES = 100_000
/** Semaphore takes 120 calls a minute: a few less are sent, since some take longer on their way. A webhook is spared as well. */
const EVERY_MS = 525

/** What is told of a try that ended without an answer. */
export const NO_ANSWER = 'no-answer'

/** The line was there, and broke or stayed silent: the request may have arrived. Other errors come before it is sent. */
const SILENT = ['TimeoutError', 'AbortError', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']

const isPassing = (status: number) => status === 408 || status === 429 || status >= 500

type SmsRequest = { body: string; headers: Record<string, string> }

function requestOf(settings: SmsSettings, { id, to, text }: { id: string; to: string; text: string }): SmsRequest {
  if (settings.kind === 'webhook') {
    const authorization = settings.token !== undefined && { authorization: `Bearer ${settings.token}` }
    // Whoever forwards it knows by the id a message that was sent to them twice.
    return {
      body: JSON.stringify({ id, to, message: text }),
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...authorization },
    }
  }
  const fields = new URLSearchParams({ apikey: settings.apiKey, number: to, message: text })
  if (settings.sender !== undefined) fields.set('sendername', settings.sender)
  return { body: fields.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

/**
 * Semaphore answers 200 with a list of messages; refusals come as an object that names the field. What is not JSON at all is the page
 * of something in between, which took nothing; a list that is cut off has most likely been taken, and is not sent again.
 */
async function judgeAnswer(settings: SmsSettings, response: Response): Promise<void> {
  if (settings.kind === 'webhook') return response.body?.cancel()
  const body = await response.text().catch(() => {
    throw new SmsError(NO_ANSWER, { passing: true, isUnanswered: true })
  })
  const text = body.slice(0, MOST_BYTES).trim()
  if (!/^[[{]/.test(text)) throw new SmsError('no answer of a gateway', { passing: true })
  const answer = jsonOf(text)
  if (answer === undefined) throw new SmsError(NO_ANSWER, { passing: false, isUnanswered: true })
  const isTaken = Array.isArray(answer) && answer.every((each: { status?: unknown }) => each.status !== 'Failed')
  if (!isTaken) throw new SmsError('the gateway refused the message', { passing: false })
}

/** Undefined for what is cut off. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why no answer came. A webhook knows a second copy by its id: there another try does no harm. */
function errorOf(settings: SmsSettings, error: Error): SmsError {
  const code = (error.cause as { code?: string } | undefined)?.code ?? error.name
  const isSilent = SILENT.includes(code)
  return new SmsError(isSilent ? NO_ANSWER : code, {
    passing: true,
    isUnanswered: isSilent && settings.kind === 'semaphore',
  })
}

/** A gateway over HTTP: Semaphore, or a webhook that takes `{ id, to, message }`. `answerMs`: how long its answer may take. */
export function httpSmsGateway(settings: SmsSettings, answerMs = ANSWER_MS): SmsGateway {
  return {
    everyMs: EVERY_MS,
    host: new URL(settings.url).hostname,
    send: async (message, closing) => {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(answerMs)])
      const request = { method: 'POST', redirect: 'manual', signal, ...requestOf(settings, message) } as const
      const response = await fetch(settings.url, request).catch((error: Error) => {
        throw errorOf(settings, error)
      })
      if (response.ok) return judgeAnswer(settings, response)
      await response.body?.cancel()
      // What stands before the gateway has waited in vain for it.
      if (response.status === 504 && settings.kind === 'semaphore')
        throw new SmsError(NO_ANSWER, { passing: true, isUnanswered: true })
      throw new SmsError(`HTTP ${response.status}`, { passing: isPassing(response.status) })
    },
  }
}
