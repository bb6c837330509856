import { countGuess, forgiveGuesses, tooManyTries } from '#server/auth/log-in-limits.ts'
import type { AuthOptions } from '#server/auth/log-in.ts'
import { answerWith, openSessionOf, type OpenedSession } from '#server/auth/open-session.ts'
import { clearSessionCookies } from '#server/auth/cookies.ts'
import { hasFactor } from '#server/auth/second-factor/state.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { findPeopleByLogIn, findPerson, lockPerson, type Person } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { endHandOverLimit, endSession } from '#server/sessions/public.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { foldDrafts } from './fold-drafts.ts'
import { requireHandOver } from './hand-over.ts'
import * as queries from './queries.ts'

type Typed = { password: string; email?: string | null | undefined }

/**
 * Finds the staff member whose password ends the hand-over: the one with the typed e-mail, or without an e-mail the one
 * who handed the tablet over.
 */
async function findStaff(context: Context<Principal>, email: string | null): Promise<Person | undefined> {
  const { tx, user } = context
  const found = email === null ? [await findPerson(tx, user.id)] : await findPeopleByLogIn(tx, email)
  return found.find((person) => person !== undefined && permissionsOf(person.role).has('forms.collect'))
}

/**
 * The counters that a password guess raises: one of the hand-over, so that the client with the tablet cannot try many
 * passwords, and one of the named account, so that staff cannot try many passwords of a colleague over several
 * hand-overs.
 */
const countersOf = (handOverId: string, by: Principal, staff: Person | undefined) => [
  { scope: 'hand-over', key: handOverId, name: by.name },
  ...(staff ? [{ scope: 'hand-over-of-staff', key: `${staff.id} ${by.id}`, name: staff.name }] : []),
]

/**
 * Counts a guess of a password and finds the account. An error must not roll back the count, so it is thrown after the
 * transaction.
 */
async function beginGuess(context: DetachedContext<Principal>, id: string, email: string | null, options: AuthOptions) {
  const limit = options.limits.logInsPerAccountAndAddress
  const { staff, isTooMany } = await context.inTransaction(async (inside) => {
    const handOver = await requireHandOver(inside)
    if (handOver.id !== id) throw new AppError('not_found', s.noHandOver)
    const found = await findStaff(inside, email)
    let isOver = false
    for (const { name, ...counter } of countersOf(id, inside.user, found)) {
      const access = { what: 'password-question', name } as const
      isOver = (await countGuess(inside, { ...counter, access }, limit)) || isOver
    }
    return { staff: found, isTooMany: isOver }
  })
  if (isTooMany) throw tooManyTries(limit)
  return staff
}

type Ended = { isSamePerson: boolean; opened?: OpenedSession }

/**
 * Ends the hand-over and keeps what was typed but not signed. If another staff member ends it than began it, the session
 * that began it ends too. The other staff member gets a new session, unless their log-in takes a second step, because
 * the password alone must not open a session then.
 */
async function finish(context: Context<Principal>, id: string, staff: Person, hours: number): Promise<Ended> {
  const { tx, now, user } = context
  const present = await lockPerson(tx, staff.id)
  if (present?.password_hash !== staff.password_hash) throw invalid('password', s.wrongPassword)
  const handOver = await requireHandOver(context)
  const client = await lockClientForUpdate(tx, handOver.person_id)
  if (client) await foldDrafts(context, client.client_id)
  await queries.endHandOver(tx, id, { ended_at: now, ended_by: staff.id })
  await endHandOverLimit(context)
  for (const counter of countersOf(id, user, staff)) await forgiveGuesses(context, counter)
  const by = { id: staff.id, name: staff.name, role: staff.role }
  const parameters = { client: handOver.client_name }
  await writeAuditLog(context, { type: 'forms.tablet.returned', subjectId: handOver.person_id, parameters }, by)
  if (staff.id === user.id) return { isSamePerson: true }
  if (await hasFactor(tx, staff.id)) {
    await endSession(context)
    return { isSamePerson: false }
  }
  await writeAuditLog(context, { type: 'auth.session.opened', subjectId: staff.id, parameters: {} }, by)
  return { isSamePerson: false, opened: await openSessionOf(context, staff.id, hours) }
}

/**
 * Ends the hand-over of this session with the password of a staff member. If somebody else than the person who began
 * the hand-over ends it, this session ends too, so that nobody works with the rights of a colleague. Throws a 422 for a
 * wrong password and a 429 for too many wrong ones.
 */
export async function endHandOver(
  context: DetachedContext<Principal>,
  id: string,
  { password, email }: Typed,
  options: AuthOptions & { sessionHours: number },
): Promise<{ is_same_person: boolean }> {
  const staff = await beginGuess(context, id, email || null, options)
  const isRight = await isPassword(staff?.password_hash ?? null, password)
  if (!staff || !isRight) throw invalid('password', s.wrongPassword)
  const { isSamePerson, opened } = await context.inTransaction((inside) =>
    finish(inside, id, staff, options.sessionHours),
  )
  if (opened) answerWith(context, opened, options)
  else if (!isSamePerson) clearSessionCookies(context.reply, options)
  return { is_same_person: isSamePerson }
}
