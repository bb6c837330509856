import { randomInt } from 'node:crypto'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { createPerson } from '#server/people/create-person.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { changePractitioner, requirePasswordChoice } from '#server/people/change-account.ts'
import { closeUser, type ClosingOptions } from '#server/users/closing.ts'
import { invitationMessages as s } from '#shared/auth/messages.ts'
import { invitationsContract as contract, type Invitation } from '#shared/users/contract.ts'
import { INVITED_DAYS } from '#shared/auth/link-times.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

const DAY_MS = 86_400_000

type By = Context<Principal>
type Options = { sendsEmail: SendsEmail; closing: ClosingOptions }

async function requireServer(context: By, { sendsEmail }: Options): Promise<void> {
  if (!(await sendsEmail(context))) throw new AppError('conflict', s.needsServer)
}

/**
 * Creates or renews a person's invitation and queues the e-mail. The link itself is created when the e-mail is sent.
 */
async function send(context: By, personId: string): Promise<void> {
  const { tx, now, user } = context
  await queries.saveInvitation(tx, {
    person_id: personId,
    invited_by: user.id,
    invited_at: now,
    expires_at: new Date(now.getTime() + INVITED_DAYS * DAY_MS),
  })
  enqueueMessage(context, { occasion: 'invitation', subjectId: personId, version: randomInt(2 ** 47) })
}

/**
 * Invites a person again at a new e-mail, because the link that went to the old one is void. Returns false for a person
 * without an open invitation.
 */
export async function inviteAtNewEmail(context: By, personId: string): Promise<boolean> {
  if (!(await queries.invitationOf(context.tx, personId))) return false
  await send(context, personId)
  return true
}

type Invited = Parsed<typeof contract.invite>['body']

/**
 * Adds a staff user without a password and sends an invitation. Throws a 409 without an e-mail server and a 422 for an
 * e-mail in use.
 */
async function invite(context: By, { name, email, role, practitioner_id }: Invited, options: Options): Promise<void> {
  await requireServer(context, options)
  const contact = { email, contact_number: null }
  const id = await createPerson(context, role, { name: { first_name: name }, contact, password: { hash: null } })
  await requirePasswordChoice(context, id)
  if (practitioner_id !== null) await changePractitioner(context, id, practitioner_id)
  await send(context, id)
  await writeAuditLog(context, { type: 'auth.staff.invited', subjectId: id, parameters: { name, role } })
}

async function resend(context: By, id: string, options: Options): Promise<void> {
  await requireServer(context, options)
  const person = await lockPerson(context.tx, id)
  if (!person || !(await queries.invitationOf(context.tx, id))) throw new AppError('conflict', s.noneOpen)
  await queries.deleteLinkOf(context.tx, id)
  await send(context, id)
  await writeAuditLog(context, { type: 'auth.invitation.resent', subjectId: id, parameters: { name: person.name } })
}

/**
 * Revokes an invitation: deletes its link first, so that nobody can accept it any more, and then closes the unused
 * account. Throws a 409 for an invitation that was accepted or revoked.
 */
async function revoke(context: DetachedContext<Principal>, id: string, { closing }: Options): Promise<void> {
  await context.inTransaction(async (inside) => {
    const person = await lockPerson(inside.tx, id)
    if (!person || !(await queries.deleteInvitation(inside.tx, id))) throw new AppError('conflict', s.noneOpen)
    await queries.deleteLinkOf(inside.tx, id)
    const event = { type: 'auth.invitation.revoked', subjectId: id, parameters: { name: person.name } } as const
    await writeAuditLog(inside, event)
  })
  await closeUser(context, closing, id)
}

const openInvitations = async ({ tx, now }: ReadContext): Promise<Invitation[]> =>
  (await queries.openInvitations(tx)).map(({ id, name, email, role, invited_at, expires_at }) => ({
    user_id: id,
    name,
    email,
    role: role as Invitation['role'],
    invited_at: isoInManila(invited_at),
    expires_at: isoInManila(expires_at),
    is_expired: expires_at <= now,
  }))

export function invitationRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  registerEndpoint(contract.list, async (context) => ({
    data: await openInvitations(context),
    sends_email: await options.sendsEmail(context),
  }))
  registerEndpoint(contract.invite, async (context, { body }) => {
    await invite(context, body, options)
    return { message: s.sent }
  })
  registerEndpoint(contract.resend, async (context, { params }) => {
    await resend(context, params.id, options)
    return { message: s.resent }
  })
  registerEndpoint(contract.revoke, async (context, { params }) => {
    await revoke(context, params.id, options)
    return { message: s.revoked }
  })
}
