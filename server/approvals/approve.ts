import { countGuess, forgiveGuesses } from '#server/auth/log-in-limits.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { isPassword } from '#server/lib/passwords.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { Approval, ApprovalKind, Approver, approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

const ROLES: readonly Role[] = (['client', 'practitioner', 'cashier', 'admin'] as const).filter((role) =>
  permissionsOf(role).has('sales.approve'),
)

/** Limit of wrong PINs per approver across all tills: guessing all six-digit PINs would take over five years. */
const limit = { tries: 5, windowSeconds: 15 * 60 }

/** How long an approval can be used. */
const VALID_MS = 30 * 60_000

/** Everyone who has a PIN and may approve, by name. */
export const listApprovers = (tx: ReadTx): Promise<Approver[]> => views.approversOf(tx, ROLES)

/**
 * Records an admin's approval if the PIN is right. Throws a 422 for a wrong or missing PIN and a 429 after too many
 * tries. A try is counted before the PIN is checked.
 */
export async function approve(
  context: DetachedContext<Principal>,
  { approver_id, pin, kind, sale_id, amount }: Parsed<typeof approvalsContract.approve>['body'],
): Promise<Approval> {
  if ((kind === 'discount') !== (sale_id === null)) throw invalid('sale_id', s.notFor)
  const guessOf = (name: string) =>
    ({ scope: 'approval-pin', key: approver_id, access: { what: 'approval-pin', name } }) as const
  const { known, tooMany } = await context.inTransaction(async (inside) => {
    const found = await views.pinOf(inside.tx, ROLES, approver_id)
    return { known: found, tooMany: await countGuess(inside, guessOf(found?.name ?? 'an unknown account'), limit) }
  })
  if (tooMany) throw new AppError('too_many', authMessages.tooManyTries, { retryAfter: limit.windowSeconds })
  const isRight = await isPassword(known?.pin_hash ?? null, pin)
  if (!known || !isRight) throw invalid('pin', s.wrongPin)
  const id = newId()
  await context.inTransaction(async (inside) => {
    await forgiveGuesses(inside, guessOf(known.name))
    await queries.insertApproval(inside.tx, {
      id,
      kind,
      sale_id,
      amount_centavos: toCentavos(amount),
      approver_id,
      approver_name: known.name,
      requested_by: context.user.id,
      approved_at: context.now,
    })
  })
  return { id, approver_name: known.name }
}

type Needed = { id: string | null; kind: ApprovalKind; saleId: string | null; amount: Centavos }

const refused = (sentence: string) => new AppError('forbidden', sentence, { errors: { approval_id: [sentence] } })

/**
 * The approval that a document needs; null when the caller needs none. Throws a 403 without a valid one for this kind,
 * sale, amount and person. The constraint `documents__approval_once` ensures that each is used once.
 */
export async function requireApproval(
  { tx, user, now }: Context<Principal>,
  needed: Needed,
): Promise<{ id: string; approver_name: string } | null> {
  if (user.permissions.has('sales.approve')) return null
  if (needed.id === null) throw refused(s.needed)
  const approval = await views.approvalById(tx, needed.id)
  if (!approval || approval.approved_at.getTime() + VALID_MS < now.getTime()) throw refused(s.expired)
  const isForThis =
    approval.kind === needed.kind && approval.sale_id === needed.saleId && approval.requested_by === user.id
  if (!isForThis || approval.amount_centavos < needed.amount) throw refused(s.notFor)
  return approval
}
