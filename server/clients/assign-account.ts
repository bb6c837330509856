import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { changeContact } from '#server/people/change-person.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { setDefaultPassword } from '#server/people/change-account.ts'
import { refuseEasyPassword } from '#server/users/password-choice.ts'
import type { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { clientEvents } from '#shared/clients/events.ts'
import { refuseForeignEmail } from './client-changes.ts'
import { makeDefaultPassword } from './default-password.ts'
import { logInOf, requireClient } from './client-records.ts'
import * as views from './views.ts'

type Body = Parsed<typeof clientsContract.assignAccount>['body']

/**
 * The client for whom the account is: by id, else by the whole name regardless of accents and case. Throws a 404 for
 * none and a 409 for several.
 */
async function requireCustomer(tx: ReadTx, { client_id, customer_name }: Body): Promise<string> {
  if (client_id !== undefined) return (await requireClient(tx, client_id)).id
  const named = await views.clientsNamed(tx, customer_name ?? '')
  const [only, another] = named
  if (!only) throw new AppError('not_found', s.notFoundTitle)
  if (another) throw new AppError('conflict', s.nameFitsSeveral(only.name))
  return only.id
}

/** Locks the client's account. Throws a 409 when the client already has a log-in. */
async function lockWithoutLogIn({ tx }: Context, body: Body) {
  const client = await requireClient(tx, await requireCustomer(tx, body))
  const account = await lockPerson(tx, client.user_id)
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  const { status } = logInOf(account)
  if (status !== 'No email' && status !== 'No password') throw new AppError('conflict', s.hasLogIn(account.name))
  await refuseForeignEmail(tx, body.email, account)
  return { clientId: client.id, account }
}

/**
 * Gives a client without a log-in an e-mail and a first password. That password works 14 days, and only to choose
 * another. Throws a 404 for an unknown client; a 409 for an ambiguous name, an existing log-in or an e-mail in use; a
 * 422 for an easy password.
 */
export async function assignAccount(
  context: DetachedContext<Principal>,
  body: Body,
): Promise<Answer<typeof clientsContract.assignAccount>> {
  // The client is checked twice: here, before the slow password hash, and again when the password is stored.
  await context.inTransaction((inside) => lockWithoutLogIn(inside, body))
  const chosen = body.password
  if (chosen !== undefined) await refuseEasyPassword(context, { field: 'password', password: chosen, person: body })
  const { password, hash, until } = await makeDefaultPassword(body.name, context.now, body.password)
  return context.inTransaction(async (by) => {
    const { clientId, account } = await lockWithoutLogIn(by, body)
    const after = { name: body.name, email: body.email, contact_number: account.contact_number }
    const changes = changesBetween(clientEvents['clients.account.assigned'], account, after)
    await changeContact(by, account, after)
    await setDefaultPassword(by, account.id, hash, until)
    await writeAuditLog(by, {
      type: 'clients.account.assigned',
      subjectId: clientId,
      parameters: { name: body.name },
      changes: [...changes, { field: 'password' }],
    })
    return {
      data: await requireClient(by.tx, clientId),
      default_password: body.password === undefined ? password : null,
      default_password_until: isoInManila(until),
    }
  })
}
