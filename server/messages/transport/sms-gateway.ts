import type { SmsSettings } from '#server/lib/env.ts'

/** Hands SMS to a gateway. `send` resolves when the gateway has taken the SMS, and throws an `SmsError` otherwise. */
export type SmsGateway = {
  /** Sends an SMS; `to` is a number in international form (E.164). */
  send: (message: { id: string; to: string; text: string }, closing: AbortSignal) => Promise<void>
  /** The least time between two messages in milliseconds, from the gateway's rate limit. */
  everyMs: number
  /** The gateway's name, as settings show it. */
  host: string
}

/** The reason for a rejected message, without any number. */
export class SmsError extends Error {
  override readonly name = 'SmsError'
  /** True if another try could succeed, because the gateway was unavailable, slow or busy. */
  readonly passing: boolean
  /**
   * True if it is unknown whether the message was accepted, and another try could create an unrecognisable duplicate.
   */
  readonly isUnanswered: boolean
  constructor(reason: string, { passing, isUnanswered = false }: { passing: boolean; isUnanswered?: boolean }) {
    super(reason)
    this.passing = passing
    this.isUnanswered = isUnanswered
  }
}

const ANSWER_MS = 15_000
const MOST_BYTES = 100_000
/**
 * Semaphore accepts 120 requests a minute. The app sends slightly fewer, because delayed requests may arrive in the
 * next minute. A webhook gets the same rate.
 */
const EVERY_MS = 525

/** The code that is recorded for a try for which the gateway gave no answer. */
export const NO_ANSWER = 'no-answer'

/**
 * Errors of an open connection that broke or timed out, so the request may have arrived. All other errors occur before
 * the request is sent.
 */
const SILENT = ['TimeoutError', 'AbortError', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']

const isPassing = (status: number) => status === 408 || status === 429 || status >= 500

type SmsRequest = { body: string; headers: Record<string, string> }

function requestOf(settings: SmsSettings, { id, to, text }: { id: string; to: string; text: string }): SmsRequest {
  if (settings.kind === 'webhook') {
    const authorization = settings.token !== undefined && { authorization: `Bearer ${settings.token}` }
    // The id lets the webhook recognise a duplicate.
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
 * Semaphore answers with status 200 and a list of accepted messages, or an object that names a rejected field. Text
 * that is not JSON comes from a proxy, so nothing was accepted; a truncated list was probably accepted and is not sent
 * again.
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

/** Parses the text; undefined for truncated JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error for a missing answer. A webhook recognises duplicates by id, so trying again is harmless. */
function errorOf(settings: SmsSettings, error: Error): SmsError {
  const code = (error.cause as { code?: string } | undefined)?.code ?? error.name
  const isSilent = SILENT.includes(code)
  return new SmsError(isSilent ? NO_ANSWER : code, {
    passing: true,
    isUnanswered: isSilent && settings.kind === 'semaphore',
  })
}

/**
 * Creates a gateway over HTTP: Semaphore, or a webhook that accepts `{ id, to, message }`. `answerMs` is the timeout.
 */
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
      // A 504 is from a proxy that got no response from the gateway, so the gateway may have accepted the SMS.
      if (response.status === 504 && settings.kind === 'semaphore')
        throw new SmsError(NO_ANSWER, { passing: true, isUnanswered: true })
      throw new SmsError(`HTTP ${response.status}`, { passing: isPassing(response.status) })
    },
  }
}
