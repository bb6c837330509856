import { record } from '#server/history-logs/service.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, ReadContext, SessionUser } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { endSessionsOf } from '#server/sessions/service.ts'
import type { Output, Parsed, Role } from '#shared/lib/endpoint.ts'
import type { UserRow, usersContract } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { refuseEasyPassword } from './password-choice.ts'
import * as queries from './queries.ts'
import { lockForChange } from './lock-for-change.ts'
import { addClientRecord, changeContact, createAccount, createClientAccount, setPassword } from './service.ts'
import { userRowOf } from './views.ts'

type ListQuery = Parsed<typeof usersContract.list>['querystring']

/** One page of accounts with the counts of the stat cards; all read in one snapshot. */
export async function listUsers(context: ReadContext, query: ListQuery): Promise<Output<typeof usersContract.list>> {
  const { page, per_page } = query
  const closed = query.closed === 'show'
  const filter = { search: query.search, role: query.role, closed, wantsToClose: query.closure === 'requested' }
  const total = await queries.countUsers(context.tx, filter)
  const rows = await queries.pageOfUsers(context.tx, filter, { size: per_page, offset: (page - 1) * per_page })
  const counts = await queries.countByRole(context.tx, closed)
  const of = (role: Role) => counts.find((row) => row.role === role)?.count ?? 0
  const [clients, admins, cashiers] = [of('client'), of('admin'), of('cashier')]
  const closure_requests = await queries.countClosureRequests(context.tx)
  const summary = { total: clients + admins + cashiers, clients, admins, cashiers, closure_requests }
  return { users: rows.map(userRowOf), total, page, per_page, summary }
}

async function rowOf(context: ReadContext, id: string): Promise<UserRow> {
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

type StoredUser = Awaited<ReturnType<typeof lockForChange>>
type Changes = Parsed<typeof usersContract.update>['body']

const becomesStaff = (user: StoredUser, { role }: Changes) => user.role === 'client' && role !== 'client'

/**
 * The default password of a client follows from the name: nobody becomes staff with it. Throws a 422 for an account
 * that has no other and gets none with this change.
 */
function requireOwnPassword(user: StoredUser, { password }: Changes): void {
  const hasOwn = user.password_hash !== null && !user.must_set_password
  if (password === undefined && !hasOwn) throw invalid('password', s.passwordOfNewStaff)
}

/** Nobody changes their own role. A client record stays when its person becomes staff: books and history point to it. */
async function changeRole(context: Context<SessionUser>, user: StoredUser, { role, name }: Changes): Promise<void> {
  if (user.role === role) return
  if (context.user.id === user.id) throw new AppError('conflict', s.ownRole, { errors: { role: [s.ownRole] } })
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

/** Changes an account; a password is set only when one was typed. Whoever becomes staff chooses another at the next log-in. */
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
    const isNewStaff = becomesStaff(user, changes)
    if (isNewStaff) requireOwnPassword(user, changes)
    await changeRole(inside, user, changes)
    await changeContact(inside, user, { ...user, name: changes.name, email: changes.email })
    if (passwordHash) await setPassword(inside, id, passwordHash)
    if (isNewStaff) await queries.updateUser(inside.tx, id, { must_set_password: true })
    await endSessionsAfter(inside, id, changed)
    const role = changed.includes('role') ? ` (${user.role} to ${changes.role})` : ''
    const action = `Changed the account of ${changes.name}${role}`
    if (changed.length) await record(inside, { type: 'update', action, subject: 'user', subjectId: id, changed })
    return rowOf(inside, id)
  })
}
