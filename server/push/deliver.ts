import { setTimeout as wait } from 'node:timers/promises'
import webPush from 'web-push'
import type { Notice } from './notices.ts'

const ANSWER_MS = 10_000
const RETRY_MS = 1_000
/** A device that is off for longer is not told any more: by then the request has been seen on another. */
const KEPT_SECONDS = 3_600

const isPassing = (status: number) => status === 429 || status >= 500

/** Hands an encrypted message to the push service; answers the status it was given. */
async function post({ device, keys, payload }: Notice, contact: string, closing: AbortSignal): Promise<number> {
  const { endpoint, p256dh, auth } = device
  const options = {
    vapidDetails: { subject: contact, publicKey: keys.public_key, privateKey: keys.private_key },
    TTL: KEPT_SECONDS,
    urgency: 'high',
  } as const
  const subscription = { endpoint, keys: { p256dh, auth } }
  // Its own sender waits as long as bytes trickle in, and keeps all of them.
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), options)
  const { 'Content-Length': _, ...sent } = headers as Record<string, string>
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: sent,
    body: new Uint8Array(body),
    // A push service must not send us to an address that is none.
    redirect: 'manual',
    signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_MS)]),
  })
  await response.body?.cancel()
  return response.status
}

/**
 * Sends a notice, once more when the push service is busy; answers the last status. Throws when there is no answer within
 * ten seconds. `contact` is an `https:` or `mailto:` address of the sender.
 */
export async function deliver(notice: Notice, contact: string, closing: AbortSignal): Promise<number> {
  const status = await post(notice, contact, closing)
  if (!isPassing(status)) return status
  await wait(RETRY_MS, undefined, { signal: closing })
  return post(notice, contact, closing)
}
