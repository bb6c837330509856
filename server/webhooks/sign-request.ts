import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret in the form of the Standard Webhooks convention: 256 random bits. */
export const createWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

type Signed = { id: string; seconds: number; body: string }

const signatureOf = (secret: string, { id, seconds, body }: Signed): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')}`

/**
 * The headers of the Standard Webhooks convention. The receiver accepts a request if any of the signatures is right, so
 * that it can change over to a renewed secret.
 */
export const signedHeaders = (secrets: readonly string[], signed: Signed): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.seconds),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
})
