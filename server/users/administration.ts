import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, ReadContext, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { changePractitioner, changeRole, requirePasswordChoice, setPassword } from '#server/people/change-account.ts'
import { changeContact } from '#server/people/change-person.ts'
import { addClientRecord, createPersonAndClient, createPerson } from '#server/people/create-person.ts'
import { findClientId, findPerson, type Person } from '#server/people/find-person.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import type { Output, Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { UserRow, usersContract } from '#shared/users/contract.ts'
import { userEvents } from '#shared/users/events.ts'
import { userMessages as s } from '#shared/users/messages.ts'
import { userRow } from './list-users.ts'
import { lockForChange } from './lock-for-change.ts'
import { refuseEasyPassword } from './password-choice.ts'

async function readUser({ tx }: ReadContext, id: string): Promise<UserRow> {
  const person = await findPerson(tx, id)
  if (!person) throw new AppError('not_found', s.notFound)
  return userRow(person)
}

type NewUser = Parsed<typeof usersContract.create>['body']

/** Adds an account of any role; a client also gets a client record. */
export async function createUser(context: DetachedContext<Principal>, typed: NewUser): Promise<UserRow> {
  const { name, email, role, password, practitioner_id } = typed
  await refuseEasyPassword(context, { field: 'password', password, person: typed })
  const person = {
    name: { first_name: name },
    contact: { email, contact_number: null },
    password: { hash: await hashPassword(password) },
  }
  return context.inTransaction(async (inside) => {
    const id =
      role === 'client'
        ? (await createPersonAndClient(inside, person)).personId
        : await createPerson(inside, role, person)
    if (practitioner_id !== null) await changePractitioner(inside, id, practitioner_id)
    await writeAuditLog(inside, { type: 'users.user.created', subjectId: id, parameters: { name, role } })
    return readUser(inside, id)
  })
}

type Changes = Parsed<typeof usersContract.update>['body']

/** Functions of features that are registered later; they run when an account changes. */
export type ChangeHooks = { inviteAtNewEmail: (context: Context<Principal>, id: string) => Promise<boolean> }

/** The fields that people log in with. */
const LOG_IN = ['email', 'password']

const becomesStaff = (user: Person, { role }: Changes) => user.role === 'client' && role !== 'client'

/**
 * Throws a 422 when an account with only a default password would become staff, because that password can be derived
 * from the name.
 */
function requireOwnPassword(user: Person, { password }: Changes): void {
  const hasOwn = user.password_hash !== null && !user.must_set_password
  if (password === undefined && !hasOwn) throw invalid('password', s.passwordOfNewStaff)
}

/** Throws a 422 if a member of staff would have an e-mail with which another person logs in. */
function requireOwnEmail(user: Person, { email }: Changes): void {
  if (user.email_is_second && user.email === email) throw invalid('email', s.emailTaken)
}

/**
 * Changes the role; nobody can change their own. A client record stays when its person becomes staff, because sales and
 * history refer to it.
 */
async function moveToRole(context: Context<Principal>, user: Person, { role }: Changes): Promise<void> {
  if (user.role === role) return
  if (context.user.id === user.id) throw new AppError('conflict', s.ownRole, { errors: { role: [s.ownRole] } })
  await changeRole(context, user.id, role)
  if (role === 'client' && !(await findClientId(context.tx, user.id))) await addClientRecord(context, user.id)
}

/**
 * Admins cannot change their own e-mail and password here. The profile asks for the current password first, so that an
 * unattended session cannot take over the account.
 */
function refuseOwnLogIn({ user }: Context<Principal>, id: string, changed: string[]): void {
  const errors = Object.fromEntries(
    LOG_IN.filter((field) => changed.includes(field)).map((field) => [field, [s.ownLogIn]]),
  )
  if (user.id === id && Object.keys(errors).length > 0) throw new AppError('conflict', s.ownLogIn, { errors })
}

/** A new role, password or e-mail ends the account's sessions. */
async function endSessionsAfter(context: Context<Principal>, id: string, changed: string[]): Promise<void> {
  if (changed.some((field) => field !== 'name')) await endSessionsOf(context, id)
}

/**
 * Changes an account; sets a password only if one was entered. New staff must choose another password at the next
 * log-in. Throws a 409 for a stale form and for the caller's own e-mail or password.
 */
export async function changeUser(
  context: DetachedContext<Principal>,
  id: string,
  changes: Changes,
  hooks: ChangeHooks,
): Promise<Output<typeof usersContract.update>> {
  const { password } = changes
  if (password !== undefined) await refuseEasyPassword(context, { field: 'password', password, person: changes })
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return context.inTransaction(async (inside) => {
    const user = await lockForChange(inside, id, changes.role === 'admin')
    const differences = changesBetween(userEvents['users.user.changed'], user, changes)
    const changed = differences.map(({ field }) => field)
    if (changed.length > 0) requireVersion(inside, userRow(user))
    refuseOwnLogIn(inside, id, changed)
    const isNewStaff = becomesStaff(user, changes)
    if (isNewStaff) requireOwnPassword(user, changes)
    if (isNewStaff) requireOwnEmail(user, changes)
    await moveToRole(inside, user, changes)
    if (changed.includes('practitioner_id')) await changePractitioner(inside, id, changes.practitioner_id)
    const { name, email } = changes
    await changeContact(inside, user, { name, email, contact_number: user.contact_number })
    if (passwordHash) await setPassword(inside, id, passwordHash)
    if (isNewStaff) await requirePasswordChoice(inside, id)
    const isInvited = changed.includes('email') && (await hooks.inviteAtNewEmail(inside, id))
    await endSessionsAfter(inside, id, changed)
    const role = changed.includes('role') ? { from: user.role, to: changes.role } : null
    const parameters = { name: changes.name, role }
    if (changed.length)
      await writeAuditLog(inside, { type: 'users.user.changed', subjectId: id, parameters, changes: differences })
    return { data: await readUser(inside, id), invitation_sent: isInvited }
  })
}
