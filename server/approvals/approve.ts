import { countGuess, forgiveGuesses } from '#server/auth/log-in-limits.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { isPassword } from '#server/lib/passwords.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { authMessages } from '#shared/auth/messages.ts'
import {
  APPROVAL_SUBJECTS,
  type Approval,
  type ApprovalKind,
  type Approver,
  type approvalsContract,
} from '#shared/approvals/contract.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

const ROLES: readonly Role[] = (['client', 'practitioner', 'cashier', 'admin'] as const).filter((role) =>
  permissionsOf(role).has('sales.approve'),
)

/**
 * How often one person can enter a wrong PIN of one admin, on all tills together. Only this person is locked out.
 * Otherwise somebody could enter wrong PINs to keep an admin from approving for other people. To try all six-digit
 * PINs, one person would need more than five years.
 */
const GUESS_LIMIT = { tries: 5, windowSeconds: 15 * 60 }

/** An approval can be used for this long after it was given. */
const VALID_MS = 30 * 60_000

/** Lists the people who have a PIN and may approve, in order of name. */
export const listApprovers = (tx: ReadTx): Promise<Approver[]> => views.approversOf(tx, ROLES)

const SUBJECT_COLUMNS = [...new Set(Object.values(APPROVAL_SUBJECTS))]

type ApproveBody = Parsed<typeof approvalsContract.approve>['body']

/**
 * Returns the column that binds the approval to one sale, order or shift. Throws a 422 if the body lacks the id for
 * this column, or has an id for another one.
 */
function subjectOf(body: ApproveBody): Partial<Record<(typeof SUBJECT_COLUMNS)[number], string>> {
  const wanted = APPROVAL_SUBJECTS[body.kind]
  const wrong = SUBJECT_COLUMNS.find((column) => (column === wanted) !== Boolean(body[column]))
  if (wrong) throw invalid(wrong, s.notFor)
  return { [wanted]: body[wanted]! }
}

/**
 * Records an admin's approval if the PIN is right. Throws a 422 for a wrong or missing PIN and a 429 after too many
 * tries of this person. A try is counted before the PIN is checked.
 */
export async function approve(context: DetachedContext<Principal>, body: ApproveBody): Promise<Approval> {
  const { approver_id, pin, kind, amount } = body
  const subject = subjectOf(body)
  const guessOf = (name: string) =>
    ({
      scope: 'approval-pin',
      key: `${approver_id} ${context.user.id}`,
      access: { what: 'approval-pin', name },
    }) as const
  const { approver, tooMany } = await context.inTransaction(async (inside) => {
    const found = await views.pinOf(inside.tx, ROLES, approver_id)
    return {
      approver: found,
      tooMany: await countGuess(inside, guessOf(found?.name ?? 'an unknown account'), GUESS_LIMIT),
    }
  })
  if (tooMany) throw new AppError('too_many', authMessages.tooManyTries, { retryAfter: GUESS_LIMIT.windowSeconds })
  const isRight = await isPassword(approver?.pin_hash ?? null, pin)
  if (!approver || !isRight) throw invalid('pin', s.wrongPin)
  const id = newId()
  await context.inTransaction(async (inside) => {
    await forgiveGuesses(inside, guessOf(approver.name))
    await queries.insertApproval(inside.tx, {
      id,
      kind,
      ...subject,
      amount_centavos: toCentavos(amount),
      approver_id,
      approver_name: approver.name,
      requested_by: context.user.id,
      approved_at: context.now,
    })
  })
  return { id, approver_name: approver.name }
}

/**
 * `subjectId` is the id of the sale, order or shift that needs the approval; `APPROVAL_SUBJECTS` says which of them for
 * each kind.
 */
type RequestedApproval = { id: string | null; kind: ApprovalKind; subjectId: string | null; amount: Centavos }

const approvalRefused = (sentence: string) =>
  new AppError('forbidden', sentence, { errors: { approval_id: [sentence] } })

/**
 * Returns the approval that a document or movement needs, or null when the caller needs none. Throws a 403 unless the
 * approval is valid, and was given for this kind, amount and person, and for this sale, order or shift. The constraints
 * `documents__approval_once` and `cash_movements__approval_once` ensure that each approval is used once.
 */
export async function requireApproval(
  { tx, user, now }: Context<Principal>,
  requested: RequestedApproval,
): Promise<{ id: string; approver_name: string } | null> {
  if (user.permissions.has('sales.approve')) return null
  if (requested.id === null) throw approvalRefused(s.needed)
  const approval = await views.approvalById(tx, requested.id)
  if (!approval || approval.approved_at.getTime() + VALID_MS < now.getTime()) throw approvalRefused(s.expired)
  const isForThis =
    approval.kind === requested.kind &&
    approval.requested_by === user.id &&
    approval[APPROVAL_SUBJECTS[requested.kind]] === requested.subjectId
  if (!isForThis || approval.amount_centavos < requested.amount) throw approvalRefused(s.notFor)
  return approval
}
