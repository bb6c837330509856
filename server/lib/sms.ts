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
  constructor(reason: string, passing: boolean) {
    super(reason)
    this.passing = passing
  }
}

export type SmsSettings =
  | { kind: 'semaphore'; url: string; apiKey: string; sender: string | undefined }
  | { kind: 'webhook'; url: string; token: string | undefined }

const ANSWER_MS = 15_000
const MOST_BYTES = 100_000
/** Semaphore takes 120 calls a minute; a webhook is spared as well. */
const EVERY_MS = 500

const isPassing = (status: number) => status === 408 || status === 429 || status >= 500

/** Semaphore drops texts that begin with this word, and says that it has sent them. */
const withoutTestWord = (text: string) => (/^test/i.test(text) ? `* ${text}` : text)

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
  const fields = new URLSearchParams({ apikey: settings.apiKey, number: to, message: withoutTestWord(text) })
  if (settings.sender !== undefined) fields.set('sendername', settings.sender)
  return { body: fields.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

/** Semaphore answers 200 with a list of messages; refusals come as an object that names the field. */
async function wasRefused(settings: SmsSettings, response: Response): Promise<boolean> {
  if (settings.kind === 'webhook') {
    await response.body?.cancel()
    return false
  }
  const text = (await response.text()).slice(0, MOST_BYTES)
  try {
    const answer: unknown = JSON.parse(text)
    return !Array.isArray(answer) || answer.some((each: { status?: unknown }) => each.status === 'Failed')
  } catch {
    return true
  }
}

/** A gateway over HTTP: Semaphore, or a webhook that takes `{ id, to, message }`. */
export function httpSmsGateway(settings: SmsSettings): SmsGateway {
  return {
    everyMs: EVERY_MS,
    host: new URL(settings.url).hostname,
    send: async (message, closing) => {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(ANSWER_MS)])
      const request = { method: 'POST', redirect: 'manual', signal, ...requestOf(settings, message) } as const
      const response = await fetch(settings.url, request).catch((error: Error & { cause?: { code?: string } }) => {
        throw new SmsError(error.cause?.code ?? error.name, true)
      })
      if (response.ok) {
        const refused = await wasRefused(settings, response).catch((error: Error) => {
          throw new SmsError(error.name, true)
        })
        if (refused) throw new SmsError('the gateway refused the message', false)
        return
      }
      await response.body?.cancel()
      throw new SmsError(`HTTP ${response.status}`, isPassing(response.status))
    },
  }
}
