import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/app-error.ts'
import { isInNotice } from '#shared/clinic/booking-rules.ts'
import type { Deposit } from '#shared/deposits/contract.ts'
import type { ReportMethod } from '#shared/deposits/records.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import type { OwnDeposit } from '#shared/deposits/own-contract.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { CardSaleMethod } from '#shared/prepaid/contract.ts'
import type { DepositRow } from './views.ts'
import * as views from './views.ts'

/**
 * What the policy says about the money of a cancelled visit. The client gets it back when the clinic cancelled, and when
 * the client cancelled early enough. Null for a visit that takes place.
 */
function outcomeByPolicy(row: DepositRow): Deposit['by_policy'] {
  if (row.status !== 'paid' || row.visit_status !== 'cancelled') return null
  if (row.cancel_reason === 'clinic' || row.cancel_reason === 'lapsed') return 'returned'
  if (row.cancel_reason === 'no-show' || row.return_notice_hours === null) return 'kept'
  return isInNotice(row.starts_at, row.return_notice_hours, row.visit_changed_at) ? 'returned' : 'kept'
}

const reportOf = ({ method, reference_number, reported_at, has_picture }: DepositRow) =>
  method === null || reported_at === null
    ? null
    : {
        method: method as ReportMethod,
        reference_number: reference_number ?? '',
        reported_at: isoInManila(reported_at),
        has_picture,
      }

const policyOf = ({ return_notice_hours, note }: DepositRow) => ({ return_notice_hours, note })

const paymentOf = (row: DepositRow): Deposit['payment'] =>
  row.account_id === null || row.number === null || row.paid_at === null
    ? null
    : {
        account_id: row.account_id,
        number: row.number,
        method: row.paid_by as CardSaleMethod,
        reference_number: row.paid_reference,
        paid_at: isoInManila(row.paid_at),
        verified_by: row.verified_by ?? '',
        print_count: row.print_count,
      }

/** A deposit as staff see it. */
export const presentDeposit = (row: DepositRow): Deposit => ({
  id: row.id,
  status: row.status,
  amount: toPesos(row.amount_centavos),
  balance: toPesos(row.balance_centavos ?? 0),
  client: { client_id: row.client_id, user_id: row.user_id, name: row.client },
  visit: {
    appointment_id: row.appointment_id,
    appointment_date: row.appointment_date,
    appointment_time: row.appointment_time,
    services: row.services,
    status: row.visit_status,
  },
  requested_at: isoInManila(row.requested_at),
  held_until: row.lapses_at && isoInManila(row.lapses_at),
  report: reportOf(row),
  payment: paymentOf(row),
  refused_reason: row.refused_reason,
  policy: policyOf(row),
  by_policy: outcomeByPolicy(row),
  settled:
    row.settled_at === null
      ? null
      : {
          reason: row.settled_reason ?? '',
          settled_at: isoInManila(row.settled_at),
          settled_by: row.settled_by ?? '',
        },
})

/** A deposit as its client sees it. */
export const presentOwnDeposit = (row: DepositRow): OwnDeposit => ({
  appointment_id: row.appointment_id,
  status: row.status,
  amount: toPesos(row.amount_centavos),
  held_until: row.lapses_at && isoInManila(row.lapses_at),
  report: reportOf(row),
  refused_reason: row.refused_reason,
  policy: policyOf(row),
})

/** Reads a deposit; throws a 404 for an unknown one. */
export async function requireDeposit(
  { tx, branchId }: Pick<Context, 'tx' | 'branchId'>,
  id: string,
): Promise<DepositRow> {
  const row = await views.depositById(tx, branchId, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}
