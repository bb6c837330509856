import { setTimeout as wait } from 'node:timers/promises'
import {
  claimMessage,
  postponeMessage,
  recordMessage,
  reserveSendingTime,
  type ClaimedMessage,
} from '#server/messages/outbox/outbox.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { countTry, type RateLimit } from '#server/db/rate-limits.ts'
import { inRead, inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { MailError, type Mailer } from '#server/messages/transport/mailer.ts'
import { findMailServer } from '#server/messages/transport/queries.ts'
import { storedMailer } from '#server/messages/transport/stored-mailer.ts'
import { SmsError, type SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { findPerson } from '#server/people/find-person.ts'
import type { Channels } from '#shared/messages/message-types.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'
import { isToUnknownPerson, type Composed } from './compose/composer.ts'
import { compose } from './compose/composers.ts'

export type MessageServices = {
  db: Database
  clock: () => Date
  publicUrl: string | undefined
  /** The mailer that environment variables set up; if undefined, the mail server in the settings sends the e-mails. */
  mailer: Mailer | undefined
  /**
   * Decrypts the password of the mail server that is entered in the settings. If undefined, that mail server is not
   * used.
   */
  secrets?: SecretBox | undefined
  sms: SmsGateway | undefined
  /** Pauses before each further try, in milliseconds. A message fails when no pause is left. */
  pauses: readonly number[]
  /** The most e-mails in one day to people whom the clinic does not know and who have not confirmed their e-mail. */
  unknownPeopleMails?: RateLimit
  /** Called with short lines about deliveries, which contain no address or number. */
  logFailure: (reason: string, channel: string) => void
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/**
 * The pauses are short at first and then a quarter of an hour for two days, so that a long server outage loses no
 * message.
 */
export const usualPauses: readonly number[] = [
  ...[5, 15, 60, 120, 300].map((seconds) => seconds * SECOND),
  ...Array<number>(190).fill(15 * MINUTE),
]

/**
 * Pauses before the second and the third try of an SMS for which the gateway gave no answer. Together they are long
 * enough for an outage of an hour. `MOST_UNANSWERED` limits the number of tries.
 */
const UNANSWERED_PAUSES: readonly number[] = [15 * MINUTE, 50 * MINUTE]

/**
 * For how long messages of these types are useful after they were requested; a later one is not sent. The times for a
 * password link and a code are short, because users wait for them on the page.
 */
const USEFUL_MS: Readonly<Record<string, number>> = {
  password_reset: 60 * MINUTE,
  phone_code: 10 * MINUTE,
  invitation: 7 * 24 * 60 * MINUTE,
}
const usefulMsOf = (occasion: string) => USEFUL_MS[occasion] ?? 48 * 60 * MINUTE

export const channelsOf = ({ mailer, sms }: { mailer?: unknown; sms?: unknown }): Channels => ({
  email: mailer !== undefined,
  sms: sms !== undefined,
})

/**
 * Returns the services with a mailer: the one that environment variables set up, else the mail server of the settings.
 * The settings are read for each message, so that every process uses a change at once.
 */
async function withCurrentMailer(services: MessageServices, branchId: string): Promise<MessageServices> {
  const { db, mailer, secrets, publicUrl } = services
  if (mailer || !secrets) return services
  const server = await inRead(db, (tx) => findMailServer(tx, branchId))
  if (!server) return services
  return {
    ...services,
    mailer: await storedMailer(server, secrets),
    publicUrl: publicUrl ?? server.web_address ?? undefined,
  }
}

/** The rate window that counts all e-mails to unknown, unconfirmed people together. */
export const UNKNOWN_PEOPLE_MAILS = { scope: 'stranger-mails', key: 'all' } as const

/**
 * False for an e-mail to an unknown, unconfirmed person beyond the daily limit; the first refused one is logged.
 * Retries of a message are counted once.
 */
async function isWithinDailyLimit(tx: Tx, message: ClaimedMessage, limit: RateLimit, now: Date): Promise<boolean> {
  if (message.tries > 1 || !(await isToUnknownPerson(tx, message))) return true
  const mails = await countTry(tx, UNKNOWN_PEOPLE_MAILS.scope, UNKNOWN_PEOPLE_MAILS.key, limit, now)
  if (mails === limit.tries + 1)
    await writeSystemLog(tx, now, {
      type: 'auth.access.limited',
      subjectId: null,
      parameters: { what: 'mails-to-strangers', name: '' },
    })
  return mails <= limit.tries
}

async function composeMessage(services: MessageServices, message: ClaimedMessage): Promise<Composed> {
  const { db, clock, publicUrl, mailer, unknownPeopleMails = defaultLimits.unknownPeopleMails } = services
  const now = clock()
  const age = now.getTime() - message.created_at.getTime()
  if (age > usefulMsOf(message.occasion)) return { kind: 'skip', reason: 'too-late' }
  return inTransaction(db, async (tx) => {
    const composed = await compose(tx, message, { now, publicUrl, from: mailer?.from })
    if (composed.kind !== 'email' || (await isWithinDailyLimit(tx, message, unknownPeopleMails, now))) return composed
    return { kind: 'skip', reason: 'daily-limit' }
  })
}

/** Sends the message. Throws the error of the server or gateway that did not accept it. */
async function send(
  { db, clock, mailer, sms }: MessageServices,
  composed: Exclude<Composed, { kind: 'skip' }>,
  id: string,
  closing: AbortSignal,
): Promise<void> {
  if (composed.kind === 'email') {
    if (!mailer) throw new MailError('no e-mail server is set', true)
    return mailer.send(composed.mail)
  }
  if (!sms) throw new SmsError('no SMS gateway is set', { passing: true })
  // All processes reserve sending times in the same row, so that together they keep within the gateway's rate limit.
  const now = clock()
  const sendAt = await inTransaction(db, (tx) => reserveSendingTime(tx, 'sms', sms.everyMs, now))
  await wait(sendAt.getTime() - now.getTime(), undefined, { signal: closing })
  return sms.send({ id, to: composed.to, text: composed.text }, closing)
}

/**
 * If the pause before the next try is shorter than this, the current job waits; otherwise a new job tries the message
 * again after the pause.
 */
const SHORTEST_JOB_MS = SECOND

/** Returns the pause before the next try in milliseconds, or undefined if the message is not tried again. */
function pauseAfter(pauses: readonly number[], { tries, unanswered }: ClaimedMessage, error: MailError | SmsError) {
  if (!error.passing) return undefined
  return isUnanswered(error) ? UNANSWERED_PAUSES[unanswered] : pauses[tries - 1]
}

const isUnanswered = (error: MailError | SmsError) => error instanceof SmsError && error.isUnanswered

/** Records a failed try: either the next try, or that the message has failed. */
async function recordFailure(
  { db, clock, pauses, logFailure }: MessageServices,
  message: ClaimedMessage,
  error: MailError | SmsError,
): Promise<void> {
  const { id, occasion, channel, subject_id: subjectId } = message
  const now = clock()
  const failure = { reason: error.message, isUnanswered: isUnanswered(error), now }
  const pause = pauseAfter(pauses, message, error)
  if (pause !== undefined) {
    const isShort = pause < SHORTEST_JOB_MS
    if (isShort) await wait(pause)
    const sendAt = isShort ? now : sendingTime({ occasion, channel }, new Date(now.getTime() + pause))
    await inTransaction(db, (tx) => postponeMessage(tx, id, { sendAt, ...failure }))
    return
  }
  logFailure(failure.reason, channel)
  await inTransaction(db, async (tx) => {
    await recordMessage(tx, id, { state: 'failed', ...failure })
    if (occasion !== 'password_reset') return
    const name = (await findPerson(tx, subjectId))?.name ?? ''
    await writeSystemLog(tx, now, { type: 'auth.link.not-sent', subjectId, parameters: { name } })
  })
}

/**
 * Pauses between attempts to record a sent message; their sum is shorter than the time after which a message counts as
 * lost.
 */
const RECORD_PAUSES: readonly number[] = [250, 1_000, 4_000, 15_000, 30_000]

/**
 * Records that a message was sent. Retries while the database is unavailable, because an unrecorded message would be
 * sent twice. A stop of the process ends the pause before a retry, and this retry is the last one.
 */
async function recordSent({ db, clock }: MessageServices, id: string, closing: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    const pause = closing.aborted ? undefined : RECORD_PAUSES[tries]
    try {
      await inTransaction(db, (tx) => recordMessage(tx, id, { state: 'sent', reason: null, now: clock() }))
      return
    } catch (error) {
      if (pause === undefined) throw error
      await wait(pause, undefined, { signal: closing }).catch(() => undefined)
    }
  }
}

/**
 * Marks a message as being sent by this process, so that no other process sends it too. Returns undefined if another
 * process sends the message already, or if the message is an SMS and it is night now: the SMS then waits for the morning.
 */
async function claimDueMessage({ db, clock }: MessageServices, id: string): Promise<ClaimedMessage | undefined> {
  const now = clock()
  return inTransaction(db, async (tx) => {
    const message = await claimMessage(tx, id, now)
    const sendAt = message && sendingTime(message, now)
    if (!sendAt || sendAt <= now) return message
    await postponeMessage(tx, id, { sendAt, reason: null, isUnanswered: false, now })
    return undefined
  })
}

/**
 * Sends one message of the outbox and records the result. If the process dies in between, the message is sent once more
 * later (`recoverMessages`) with the same id. Does nothing if another process has taken the message, or if the message
 * must wait for the morning.
 */
export async function deliver(given: MessageServices, id: string, closing: AbortSignal): Promise<void> {
  const { db, clock } = given
  const message = await claimDueMessage(given, id)
  if (!message) return
  const services = await withCurrentMailer(given, message.branch_id)
  const composed = await composeMessage(services, message)
  if (composed.kind === 'skip') {
    const skipped = { state: 'skipped', reason: composed.reason, now: clock() } as const
    return void (await inTransaction(db, (tx) => recordMessage(tx, id, skipped)))
  }
  try {
    await send(services, composed, id, closing)
  } catch (error) {
    if (error instanceof MailError || error instanceof SmsError) return recordFailure(services, message, error)
    // A stop of the process has interrupted this try, so another try follows.
    if (closing.aborted) return recordFailure(services, message, new MailError('interrupted', true))
    throw error
  }
  await recordSent(services, id, closing)
}
