import { record } from '#server/history-logs/service.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, SessionUser } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { endSessionsOf } from '#server/sessions/service.ts'
import type { Output, Parsed, Role } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { UserRow, usersContract } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { refuseEasyPassword } from './password-choice.ts'
import * as queries from './queries.ts'
import {
  accountSearchText,
  addClientRecord,
  changeContact,
  createAccount,
  createClientAccount,
  setPassword,
} from './service.ts'
import { appointmentsFrom, userRowOf } from './views.ts'

type ListQuery = Parsed<typeof usersContract.list>['querystring']

/** One page of accounts with the counts of the stat cards; all read in one snapshot. */
export async function listUsers(context: Context, query: ListQuery): Promise<Output<typeof usersContract.list>> {
  const { page, per_page } = query
  const closed = query.closed === 'show'
  const filter = { search: query.search, role: query.role, closed }
  const total = await queries.countUsers(context.tx, filter)
  const rows = await queries.pageOfUsers(context.tx, filter, { size: per_page, offset: (page - 1) * per_page })
  const counts = await queries.countByRole(context.tx, closed)
  const of = (role: Role) => counts.find((row) => row.role === role)?.count ?? 0
  const [clients, admins, cashiers] = [of('client'), of('admin'), of('cashier')]
  const summary = { total: clients + admins + cashiers, clients, admins, cashiers }
  return { users: rows.map(userRowOf), total, page, per_page, summary }
}

async function rowOf(context: Context, id: string): Promise<UserRow> {
  const user = await queries.userById(context.tx, id)
  if (!user) throw new AppError('not_found', s.notFound)
  return userRowOf(user)
}

type NewUser = Parsed<typeof usersContract.create>['body']

/** Adds an account of any role; a client gets a client record too. */
export async function createUser(context: DetachedContext<SessionUser>, typed: NewUser): Promise<UserRow> {
  const { name, email, role, password } = typed
  await refuseEasyPassword(context, { field: 'password', password, person: typed })
  const account = { name, email, passwordHash: await hashPassword(password) }
  return context.inTransaction(async (inside) => {
    const id =
      role === 'client'
        ? (await createClientAccount(inside, account)).userId
        : await createAccount(inside, role, account)
    await record(inside, {
      type: 'create',
      action: `Added ${name} as ${role}`,
      subject: 'user',
      subjectId: id,
    })
    return rowOf(inside, id)
  })
}

/** Locks the open admins, then the account; refuses to leave the clinic without an admin. */
async function lockForChange(context: Context, id: string, staysAdmin: boolean) {
  const admins = await queries.lockedAdmins(context.tx)
  const user = await queries.lockedUserById(context.tx, id)
  if (!user) throw new AppError('not_found', s.notFound)
  if (user.role === 'admin' && !staysAdmin && admins.every((admin) => admin.id === id))
    throw new AppError('conflict', s.lastAdmin)
  return user
}

type StoredUser = Awaited<ReturnType<typeof lockForChange>>
type Changes = Parsed<typeof usersContract.update>['body']

/** A client has a record that books and history point to; a staff account may become one, not the reverse. */
async function changeRole(context: Context, user: StoredUser, { role, name }: Changes): Promise<void> {
  if (user.role === role) return
  if (user.role === 'client') throw invalid('role', s.roleOfClientFixed)
  await queries.updateUser(context.tx, user.id, { role })
  if (role === 'client' && !(await queries.clientOf(context.tx, user.id)))
    await addClientRecord(context, user.id, { first_name: name })
}

/** Names of the fields that change; role and password end the account's sessions, and so does a new e-mail. */
const changedFields = (user: StoredUser, changes: Changes) => [
  ...(user.name !== changes.name ? ['name'] : []),
  ...(user.email !== changes.email ? ['email'] : []),
  ...(user.role !== changes.role ? ['role'] : []),
  ...(changes.password !== undefined ? ['password'] : []),
]

/** Who changes an own password or e-mail stays logged in here; a new role ends every session. */
async function endSessionsAfter(context: Context<SessionUser>, id: string, changed: string[]): Promise<void> {
  if (changed.every((field) => field === 'name')) return
  const own = context.user.id === id && !changed.includes('role')
  await endSessionsOf(context, id, own ? context.user.session_id : undefined)
}

/** Changes an account; a password is set only when one was typed. */
export async function changeUser(
  context: DetachedContext<SessionUser>,
  id: string,
  changes: Changes,
): Promise<UserRow> {
  const { password } = changes
  if (password !== undefined) await refuseEasyPassword(context, { field: 'password', password, person: changes })
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return context.inTransaction(async (inside) => {
    const user = await lockForChange(inside, id, changes.role === 'admin')
    const changed = changedFields(user, changes)
    await changeRole(inside, user, changes)
    await changeContact(inside, user, { ...user, name: changes.name, email: changes.email })
    if (passwordHash) await setPassword(inside, id, passwordHash)
    await endSessionsAfter(inside, id, changed)
    const role = changed.includes('role') ? ` (${user.role} to ${changes.role})` : ''
    const action = `Changed the account of ${changes.name}${role}`
    if (changed.length) await record(inside, { type: 'update', action, subject: 'user', subjectId: id, changed })
    return rowOf(inside, id)
  })
}

/** What the question before closing an account says. Throws 404 for an unknown or closed one. */
export async function appointmentsAhead({ tx, now }: Context, id: string): Promise<number> {
  if (!(await queries.userById(tx, id))) throw new AppError('not_found', s.notFound)
  return appointmentsFrom(tx, id, manilaDate(now))
}

/** Closes an account: its e-mail is free again, its sessions end, its name stays in books and logs. */
export async function closeUser(context: Context<SessionUser>, id: string): Promise<void> {
  if (context.user.id === id) throw new AppError('conflict', s.notYourself)
  const user = await lockForChange(context, id, false)
  await queries.updateUser(context.tx, id, {
    email: null,
    password_hash: null,
    must_set_password: false,
    default_password_until: null,
    closed_at: context.now,
    updated_at: context.now,
    search_text: accountSearchText({ name: user.name, email: null, contactNumber: user.contact_number }),
  })
  await endSessionsOf(context, id)
  const ahead = await appointmentsFrom(context.tx, id, manilaDate(context.now))
  const booked = ahead === 0 ? '' : ` (appointments that stay booked: ${ahead})`
  await record(context, {
    type: 'delete',
    action: `Closed the account of ${user.name}${booked}`,
    subject: 'user',
    subjectId: id,
  })
}
