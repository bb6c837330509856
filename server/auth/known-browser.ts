import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import type { Context, RequestContext } from '#server/lib/context.ts'
import { findPerson, type Person } from '#server/people/find-person.ts'
import { accountCookie } from './account-cookie.ts'
import { serverSecret } from './server-secret.ts'

export const DEVICE_COOKIE = 'known_device'
const SECRET_NAME = 'device-cookie'

/** Browsers keep a cookie for 400 days at most. */
const MAX_AGE_SECONDS = 400 * 86_400

type Account = { id: string; password_hash: string | null }
const cookie = accountCookie({
  name: DEVICE_COOKIE,
  // An entry of the cookie is `user.issued.device.signature`; `issued` is a time in seconds, written in base 36.
  entry: /^([0-9a-f-]{36})\.([0-9a-z]{1,10})\.([\w-]{22})\.([\w-]{43})$/,
  maxAgeSeconds: MAX_AGE_SECONDS,
})

/** The key that signs device cookies, created on first use. It never leaves the database and the server. */
export const deviceSecret = (tx: Tx, now: Date): Promise<Buffer> => serverSecret(tx, SECRET_NAME, now)

/** The signature includes the password hash, so that a new password invalidates every device cookie of the account. */
const signatureOf = (secret: Buffer, account: Account, issued: string, device: string) =>
  createHmac('sha256', secret)
    .update([account.id, issued, device, account.password_hash ?? ''].join('\n'))
    .digest('base64url')

/** Creates the cookie entry for a browser that has just proved that it belongs to this account. */
export function newDevice(secret: Buffer, account: Account, now: Date): string {
  const issued = Math.floor(now.getTime() / 1000).toString(36)
  const device = randomBytes(16).toString('base64url')
  return [account.id, issued, device, signatureOf(secret, account, issued, device)].join('.')
}

const isSameSignature = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * The device id if the cookie is valid for this account: the browser has logged in with the current password. Null
 * otherwise.
 */
function validDeviceId({ reply, now }: RequestContext, secret: Buffer, account: Account): string | null {
  for (const [, userId, issued = '', device = '', signature = ''] of cookie.entriesOf(reply)) {
    if (userId !== account.id) continue
    const age = now.getTime() / 1000 - Number.parseInt(issued, 36)
    const isGenuine = isSameSignature(signature, signatureOf(secret, account, issued, device))
    return isGenuine && age <= MAX_AGE_SECONDS ? device : null
  }
  return null
}

/** True for a browser that has logged in to some account before, if its cookie is genuine. */
export const hasDeviceCookie = ({ reply }: RequestContext): boolean => cookie.entriesOf(reply).length > 0

/** Stores the device cookie, by which this browser is recognized at its next log-in. */
export const setDeviceCookie = cookie.set

/** An account in which this browser has logged in with its current password, and the id of the browser's device. */
type KnownAccount = { account: Person; device: string }

/** Those of the accounts for which this browser has a valid device cookie. The cookie says nothing about the others. */
export async function knownAccountsOfBrowser(context: Context, accounts: readonly Person[]): Promise<KnownAccount[]> {
  const secret = await deviceSecret(context.tx, context.now)
  return accounts.flatMap((account) => {
    const device = validDeviceId(context, secret, account)
    return device === null ? [] : [{ account, device }]
  })
}

/** The people who have logged in on this browser with their current password. */
export async function knownPeopleOfBrowser(context: Context): Promise<Person[]> {
  const { tx, now, reply } = context
  const ids = cookie.entriesOf(reply).map(([, id = '']) => id)
  if (ids.length === 0) return []
  const secret = await deviceSecret(tx, now)
  const people: Person[] = []
  for (const id of ids) {
    const person = await findPerson(tx, id)
    if (person && validDeviceId(context, secret, person) !== null) people.push(person)
  }
  return people
}
