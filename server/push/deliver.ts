import { setTimeout as wait } from 'node:timers/promises'
import webPush from 'web-push'
import type { Notice } from './notices.ts'

const ANSWER_MS = 10_000
const RETRY_MS = 1_000
/** Devices that are offline for longer get no notification; by then the request was seen elsewhere. */
const KEPT_SECONDS = 3_600

const isPassing = (status: number) => status === 429 || status >= 500

/** Sends an encrypted message to the push service; returns its status. */
async function post({ device, keys, payload }: Notice, contact: string, closing: AbortSignal): Promise<number> {
  const { endpoint, p256dh, auth } = device
  const options = {
    vapidDetails: { subject: contact, publicKey: keys.public_key, privateKey: keys.private_key },
    TTL: KEPT_SECONDS,
    urgency: 'high',
  } as const
  const subscription = { endpoint, keys: { p256dh, auth } }
  // The library's own request has no total timeout and buffers the whole response, so fetch is used.
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), options)
  const { 'Content-Length': _, ...sent } = headers as Record<string, string>
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: sent,
    body: new Uint8Array(body),
    // Redirects are not followed, because a push service must not direct us to another address.
    redirect: 'manual',
    signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_MS)]),
  })
  await response.body?.cancel()
  return response.status
}

/**
 * Sends a push notification and retries once when the push service is busy; returns the last status. Throws when there
 * is no response within ten seconds. `contact` is the sender's `https:` or `mailto:` address.
 */
export async function deliver(notice: Notice, contact: string, closing: AbortSignal): Promise<number> {
  const status = await post(notice, contact, closing)
  if (!isPassing(status)) return status
  await wait(RETRY_MS, undefined, { signal: closing })
  return post(notice, contact, closing)
}
