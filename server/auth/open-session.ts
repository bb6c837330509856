import { isClinicalRecordOn } from '#server/db/chart-facts.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { findPerson, type Person } from '#server/people/find-person.ts'
import { endSession, openSession } from '#server/sessions/public.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import type { Role } from '#shared/people/role.ts'
import { setSessionCookies, type CookieOptions } from './cookies.ts'
import { deviceSecret, newDevice, setDeviceCookie } from './known-browser.ts'
import { factorOfSession, mustSetUpFactor } from './second-factor/state.ts'

export type SessionAnswer = { token: string; user: SessionPerson }
/** `device`: the device id by which this browser is recognized at its next log-in. */
export type OpenedSession = SessionAnswer & { device: string }

type Account = {
  id: string
  name: string
  email: string | null
  contact_number: string | null
  role: Role
  must_set_password: boolean
  awaits_confirmation: boolean
}

type Facts = {
  /** True if the clinic keeps a clinical record. */
  keepsCharts: boolean
  secondFactor: SessionPerson['second_factor']
}

const presentPerson = (account: Account, { keepsCharts, secondFactor }: Facts): SessionPerson => ({
  id: account.id,
  name: account.name,
  email: account.email,
  contact_number: account.contact_number,
  user_role: account.role,
  must_set_password: account.must_set_password,
  ...(secondFactor && { second_factor: secondFactor }),
  ...(keepsCharts && { clinical_record: true as const }),
  ...(keepsCharts && account.awaits_confirmation && { is_own_chart_locked: true as const }),
})

/** The data of the logged-in person that the page needs: name, role, and what to do about the second factor. */
export async function personOf(context: ReadContext, account: Account, mustSetUp: boolean): Promise<SessionPerson> {
  return presentPerson(account, {
    keepsCharts: await isClinicalRecordOn(context.tx, context.branchId),
    secondFactor: await factorOfSession(context, account, mustSetUp),
  })
}

const hasUser = (context: Context): context is Context<Principal> => context.user !== null

/** Opens a session for an account and ends the browser's previous one, so that no token outlives a log-in. */
export async function openSessionOf(context: Context, userId: string, hours: number): Promise<OpenedSession> {
  const account = await findPerson(context.tx, userId)
  if (!account) throw new Error('a session was opened for an account that is not there')
  // The second-factor rule is locked before any session is changed, as in `applyRule`: two transactions that lock in
  // another order could deadlock.
  const mustSetUpSecondFactor = await mustSetUpFactor(context.tx, context.branchId, account)
  if (hasUser(context)) await endSession(context)
  const device = newDevice(await deviceSecret(context.tx, context.now), account, context.now)
  const user = await personOf(context, account, mustSetUpSecondFactor)
  return { token: await openSession(context, userId, { hours, mustSetUpSecondFactor }), user, device }
}

/** Opens the session of a finished log-in and logs it. */
export async function openLoggedIn(context: Context, account: Person, hours: number): Promise<OpenedSession> {
  const by = { id: account.id, name: account.name, role: account.role }
  await writeAuditLog(context, { type: 'auth.session.opened', subjectId: account.id, parameters: {} }, by)
  return openSessionOf(context, account.id, hours)
}

/**
 * The response of log-in, registration and setup: the session in the body and, once the transaction is committed, in
 * cookies.
 */
export function answerWith(
  context: DetachedContext,
  { token, user, device }: OpenedSession,
  options: CookieOptions,
): SessionAnswer {
  setSessionCookies(context.reply, token, options)
  setDeviceCookie(context.reply, device, options)
  return { token, user }
}
