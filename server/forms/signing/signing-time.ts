import type { Signature } from '#shared/forms/signing-contract.ts'

/**
 * How long a signature may arrive after the visit has begun or the hand-over has ended. Such a signature was made
 * before, on a device without a connection, and the client should not have to sign again.
 */
export const LATE_MS = 86_400_000

/** The longest time that a signature can have waited on a device; if a device claims more, its clock is not trusted. */
const LONGEST_OFFLINE_MS = 30 * 86_400_000

/**
 * When a form was signed, by the server's clock: the time of receipt less the time for which the signature waited on
 * the device. Only the length of the wait is taken from the device, so a clock that is wrong by hours makes no
 * difference. The result is never later than the receipt.
 */
export function signingTime({ signed_at, sent_at }: Pick<Signature, 'signed_at' | 'sent_at'>, now: Date): Date {
  const sent = sent_at === undefined ? now.getTime() : Date.parse(sent_at)
  const waited = sent - Date.parse(signed_at)
  return waited >= 0 && waited <= LONGEST_OFFLINE_MS ? new Date(now.getTime() - waited) : now
}
