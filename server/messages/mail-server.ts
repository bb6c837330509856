import type { ReadTx } from '#server/db/pool.ts'
import { countTry, type RateLimit } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { messageEvents } from '#shared/messages/events.ts'
import { messagesMessages } from '#shared/messages/messages.ts'
import type { MailServer, mailServerContract, MailServerState } from '#shared/messages/mail-server-contract.ts'
import { mailServerMessages as s } from '#shared/messages/mail-server-messages.ts'
import { compose } from './compose/composers.ts'
import type { Reach } from './settings.ts'
import { MailError, type Mail, type Mailer } from './transport/mailer.ts'
import * as queries from './transport/queries.ts'
import { passwordPurpose, readPassword, storedMailer } from './transport/stored-mailer.ts'

export type MailServerOptions = {
  /** The channels that environment variables set up. */
  reach: Reach
  /** The mailer that environment variables set up; it has priority over the settings. */
  mailer?: Mailer | undefined
  publicUrl?: string | undefined
  secrets: SecretBox
  limit: RateLimit
}

async function present(row: queries.MailServerRow, secrets: SecretBox): Promise<MailServer> {
  const { host, port, security, user_name, sender_name, sender_address, web_address, version } = row
  const password = await readPassword(row, secrets)
  return {
    host,
    port,
    security,
    user_name,
    password: password === undefined ? 'none' : password === null ? 'missing' : 'stored',
    sender_name,
    sender_address,
    web_address,
    version,
  }
}

async function find(tx: ReadTx, branchId: string, secrets: SecretBox): Promise<MailServer | null> {
  const row = await queries.findMailServer(tx, branchId)
  return row ? present(row, secrets) : null
}

/** Returns the mail server that environment variables set up and the one of the settings, without passwords. */
export const readMailServer = async (
  { tx, branchId }: ReadContext,
  { reach, publicUrl, secrets }: MailServerOptions,
): Promise<MailServerState> => ({
  fixed: reach.email,
  server: await find(tx, branchId, secrets),
  public_url: publicUrl ?? null,
})

type Saved = Parsed<typeof mailServerContract.save>['body']

/**
 * Returns the encrypted password to store. The stored password is kept only if account and connection stay the same;
 * otherwise somebody could have the password sent to a server of their own. Throws a 422 if a user name has no
 * password, or a password has no user name.
 */
async function passwordToStore(
  { branchId }: Context,
  saved: Saved,
  row: queries.MailServerRow | undefined,
  secrets: SecretBox,
): Promise<string | null> {
  if (saved.user_name === null) {
    if (saved.password !== null) throw invalid('user_name', s.passwordWithoutUser)
    return null
  }
  if (saved.password !== null) return secrets.encrypt(saved.password, passwordPurpose(branchId))
  const isSame =
    row?.host === saved.host &&
    row.port === saved.port &&
    row.security === saved.security &&
    row.user_name === saved.user_name
  if (!isSame || typeof (await readPassword(row, secrets)) !== 'string') throw invalid('password', s.passwordNeeded)
  return row.encrypted_password
}

const changed = messageEvents['messages.mail-server.changed']
const NONE = {
  host: null,
  port: null,
  security: null,
  user_name: null,
  password: null,
  sender_name: null,
  sender_address: null,
  web_address: null,
}

/**
 * Saves the mail server. Throws a 409 if environment variables set up one, and a 409 with the newer values for a form
 * based on an older version.
 */
export async function saveMailServer(
  context: Context<Principal>,
  saved: Saved,
  { reach, publicUrl, secrets }: MailServerOptions,
): Promise<MailServer> {
  if (reach.email) throw new AppError('conflict', s.fixedHint)
  const { tx, branchId, now } = context
  const before = await queries.findMailServer(tx, branchId)
  requireVersion(context, before ? await present(before, secrets) : { version: 0 })
  if (publicUrl === undefined && saved.web_address === null) throw invalid('web_address', s.webAddressNeeded)
  const { password: _, ...values } = saved
  const encrypted_password = await passwordToStore(context, saved, before, secrets)
  const row = { branch_id: branchId, ...values, encrypted_password, updated_at: now }
  if (!(await queries.writeMailServer(tx, row, before?.version ?? 0)))
    throw new AppError('stale', requestRefusals.stale, { data: await find(tx, branchId, secrets) })
  await writeAuditLog(context, {
    type: 'messages.mail-server.changed',
    subjectId: null,
    parameters: {},
    changes: changesBetween(changed, before ? { ...before, password: before.encrypted_password } : NONE, {
      ...values,
      password: encrypted_password,
    }),
  })
  return (await find(tx, branchId, secrets))!
}

/** Removes the mail server with its password. Does nothing if the clinic has no mail server. */
export async function removeMailServer(context: Context<Principal>): Promise<void> {
  const { tx, branchId } = context
  const [removed] = await queries.deleteMailServer(tx, branchId)
  if (removed?.numDeletedRows !== 1n) return
  await writeAuditLog(context, { type: 'messages.mail-server.removed', subjectId: null, parameters: {} })
}

/** Returns the mailer of the settings; undefined if the settings name no mail server. */
export async function openMailer(tx: ReadTx, branchId: string, secrets: SecretBox): Promise<Mailer | undefined> {
  const row = await queries.findMailServer(tx, branchId)
  return row && storedMailer(row, secrets)
}

const sentenceOf = ({ problem, message }: MailError): string =>
  problem === 'other' ? s.withCode(s.problems.other, message) : s.problems[problem]

/**
 * Logs in to the mail server without sending anything. Returns null if the server accepts the log-in, else a sentence
 * about the problem.
 */
export async function describeMailProblem(mailer: Mailer, withinMs: number): Promise<string | null> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new MailError('ETIMEDOUT', true, 'timeout')), withinMs).unref()
  })
  try {
    await Promise.race([mailer.verify(), late])
    return null
  } catch (error) {
    if (error instanceof MailError) return sentenceOf(error)
    throw error
  }
}

/** Counts the test e-mail against the caller's rate limit, and composes it with the caller as its recipient. */
async function prepareTest(
  context: Context<Principal>,
  { mailer: fixed, publicUrl, secrets, limit }: MailServerOptions,
): Promise<{ mailer: Mailer; mail: Mail }> {
  const { tx, branchId, now, user } = context
  const row = fixed ? undefined : await queries.findMailServer(tx, branchId)
  const mailer = fixed ?? (row && (await storedMailer(row, secrets)))
  if (!mailer) throw new AppError('conflict', messagesMessages.noServer.email)
  if (user.email === null) throw new AppError('conflict', messagesMessages.testNeeds.email)
  if ((await countTry(tx, 'message-test-email', user.id, limit, now)) > limit.tries)
    throw new AppError('too_many', messagesMessages.tooManyTests, { retryAfter: limit.windowSeconds })
  const message = {
    id: newId(),
    branch_id: branchId,
    occasion: 'test' as const,
    channel: 'email' as const,
    subject_id: user.id,
    version: 1,
    parameters: {},
    tries: 1,
    unanswered: 0,
    created_at: now,
  }
  const links = { publicUrl: publicUrl ?? row?.web_address ?? undefined, from: mailer.from }
  const composed = await compose(tx, message, { now, ...links })
  if (composed.kind !== 'email') throw new AppError('conflict', messagesMessages.testNeeds.email)
  await writeAuditLog(context, { type: 'messages.test.sent', subjectId: null, parameters: { channel: 'email' } })
  return { mailer, mail: composed.mail }
}

/**
 * Sends an e-mail to the caller at once, without the outbox, and returns what the mail server has answered. Throws a
 * 409 without a mail server or an address, and a 429 for too many tests.
 */
export async function testMailServer(
  context: DetachedContext<Principal>,
  options: MailServerOptions,
): Promise<{ is_sent: boolean; message: string }> {
  const { mailer, mail } = await context.inTransaction((inside) => prepareTest(inside, options))
  try {
    await mailer.send(mail)
    return { is_sent: true, message: s.testSent(mail.to.address) }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { is_sent: false, message: sentenceOf(error) }
  } finally {
    if (mailer !== options.mailer) mailer.close()
  }
}
