import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import { useAgent as createFilteringAgent } from 'request-filtering-agent'
import { appVersion } from '#server/lib/app-version.ts'
import type { WebhookError } from '#shared/webhooks/delivery.ts'

/** The answer of a receiver: a status, or why there is none. */
export type WebhookAnswer = { status: number | null; error: WebhookError | null; duration_ms: number }

export type SendOptions = {
  /** True if an environment variable allows addresses in private networks or with http. */
  allowsPrivate: boolean
  /** The time for the whole request in milliseconds, which tests shorten. */
  answerMs?: number
}

const ANSWER_MS = 10_000
/** At most this many bytes of a response are read, because only its status counts. */
const MOST_BYTES = 64_000

export const isSuccess = ({ status }: Pick<WebhookAnswer, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

/** True for an error of the filtering agent, which is recognized by its text because it has no code. */
const isFiltered = (error: Error) => error.message.includes('is not allowed')

const errorCodes: Record<string, WebhookError> = {
  ENOTFOUND: 'no-such-host',
  EAI_AGAIN: 'no-such-host',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'timeout',
}
const isCertificateCode = (code: string) => /CERT|SSL|TLS|ISSUER|SIGNATURE|ALTNAME/.test(code)

function reasonOf(error: Error, timeout: AbortSignal): WebhookError {
  if (timeout.aborted) return 'timeout'
  if (isFiltered(error)) return 'private-address'
  const { code = '' } = error as NodeJS.ErrnoException
  return errorCodes[code] ?? (isCertificateCode(code) ? 'certificate' : 'broken')
}

type Posted = { url: string; headers: Record<string, string>; body: string }

/** Resolves with the status once the response has ended or is longer than `MOST_BYTES`. */
function post({ url, headers, body }: Posted, allowsPrivate: boolean, signal: AbortSignal): Promise<number> {
  // The agent checks the address of the actual connection, so a name that later resolves to a private address is
  // refused too. No redirect is followed.
  const agent = createFilteringAgent(url, {
    allowPrivateIPAddress: allowsPrivate,
    allowMetaIPAddress: allowsPrivate,
  })
  const { request: open } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const request = open(url, { method: 'POST', agent, headers, signal }, (response) => {
      const done = () => resolve(response.statusCode ?? 0)
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > MOST_BYTES) response.destroy()
      })
      // A response that breaks off or does not end in time still has a status.
      response.on('error', done)
      response.on('close', done)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * Posts a body to a receiver. A failure is returned as an answer with the reason; the function throws only if `closing`
 * interrupts the request.
 */
export async function sendRequest(
  { url, headers, body }: Posted,
  { allowsPrivate, answerMs = ANSWER_MS }: SendOptions,
  closing: AbortSignal,
): Promise<WebhookAnswer> {
  const timeout = AbortSignal.timeout(answerMs)
  const startedAt = performance.now()
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `Mutya/${appVersion} (webhooks)`,
  }
  const duration = () => Math.round(performance.now() - startedAt)
  try {
    const signal = AbortSignal.any([timeout, closing])
    const status = await post({ url, headers: all, body }, allowsPrivate, signal)
    closing.throwIfAborted()
    return { status, error: null, duration_ms: duration() }
  } catch (error) {
    closing.throwIfAborted()
    return { status: null, error: reasonOf(error as Error, timeout), duration_ms: duration() }
  }
}

const privateV4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateV4.addSubnet(network, bits)
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

/**
 * True if the host of a URL is an IP address of a private network, or a name of this machine such as `localhost`. This
 * function resolves no other names: the filtering agent refuses those of a private network when a request connects.
 */
export function isPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')
  const family = isIP(host)
  if (family === 4) return privateV4.check(host)
  if (family === 6) return !publicV6.check(host, 'ipv6')
  return host === 'localhost' || host.endsWith('.localhost')
}
