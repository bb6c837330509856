import { setUpClinic } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { createPerson } from '#server/people/create-person.ts'
import { hasAdmin } from '#server/people/find-person.ts'
import { passwordError } from '#server/users/password-error.ts'
import type { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { addressKey } from './address-key.ts'
import type { AuthOptions } from './log-in.ts'
import { countGuess, tooManyTries } from './log-in-limits.ts'
import { answerWith, openSessionOf, type OpenedSession, type SessionAnswer } from './open-session.ts'
import * as queries from './queries.ts'
import { hashTypedCode } from './typed-codes.ts'

type Setup = Parsed<typeof authContract.setup>['body']

/** Throws when the clinic already has an admin, or when the code matches none that a server process has issued. */
async function requireSetupCode(tx: ReadTx, code: string): Promise<void> {
  if (await hasAdmin(tx)) throw new AppError('conflict', authMessages.setupAlready)
  if (!(await queries.isSetupCode(tx, hashTypedCode(code)))) throw invalid('code', authMessages.setupCodeWrong)
}

async function refuseTooMany(context: DetachedContext, { limits }: AuthOptions): Promise<void> {
  const guess = {
    scope: 'setup-code',
    key: addressKey(context.request.address),
    access: { what: 'one-time-code', name: '' },
  } as const
  const limit = limits.logInsPerAccountAndAddress
  if (await context.inTransaction((inside) => countGuess(inside, guess, limit))) throw tooManyTries(limit)
}

async function found(context: Context, setup: Setup, passwordHash: string, hours: number): Promise<OpenedSession> {
  await queries.lockSetup(context.tx)
  await requireSetupCode(context.tx, setup.code)
  await queries.deleteSetupCodes(context.tx)
  await setUpClinic(context, {
    name: setup.clinic_name,
    address: setup.clinic_address,
    phone: setup.clinic_phone,
    email: setup.clinic_email,
  })
  const id = await createPerson(context, 'admin', {
    name: { first_name: setup.name },
    contact: { email: setup.email, contact_number: null },
    password: { hash: passwordHash },
  })
  const by = { id, name: setup.name, role: 'admin' }
  const clinic = { type: 'auth.clinic.set-up', subjectId: null, parameters: { name: setup.clinic_name } } as const
  await writeAuditLog(context, clinic, by)
  await writeAuditLog(context, { type: 'auth.admin.first', subjectId: id, parameters: {} }, by)
  return openSessionOf(context, id, hours)
}

/**
 * The first-time setup: creates the clinic's profile and its first admin, once, for a person who can read the server's
 * terminal.
 */
export async function setUp(context: DetachedContext, setup: Setup, options: AuthOptions): Promise<SessionAnswer> {
  await refuseTooMany(context, options)
  await context.inTransaction((inside) => requireSetupCode(inside.tx, setup.code))
  const problem = await passwordError(setup.password, { ...setup, clinicName: setup.clinic_name })
  if (problem !== null) throw invalid('password', problem)
  const passwordHash = await hashPassword(setup.password)
  const session = await context.inTransaction((inside) => found(inside, setup, passwordHash, options.sessionHours))
  return answerWith(context, session, options)
}
