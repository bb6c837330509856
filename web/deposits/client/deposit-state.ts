import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import type { OwnDeposit } from '#shared/deposits/own-contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'

/** The amount of a deposit as text. */
export const amountOf = ({ amount }: Pick<OwnDeposit, 'amount'>): string => formatPeso(toCentavos(amount))

/** Says what has become of a deposit that the client has paid or no longer has to pay. */
export function depositState(deposit: OwnDeposit): string {
  const amount = amountOf(deposit)
  if (deposit.status === 'reported') return s.checking(deposit.report?.reference_number ?? '')
  if (deposit.status === 'paid') return s.isPaid(amount)
  if (deposit.status === 'used') return s.wasUsed(amount)
  if (deposit.status === 'returned') return s.wasReturned(amount)
  if (deposit.status === 'kept') return s.wasKept(amount)
  return s.hasExpired
}

/**
 * Describes the state of the deposit of a visit. For a cancelled visit the text does not promise that the paid deposit
 * is deducted from a bill.
 */
export const depositStateOfVisit = (deposit: OwnDeposit, isCancelled: boolean): string =>
  isCancelled && deposit.status === 'paid' ? s.wasPaid(amountOf(deposit)) : depositState(deposit)

/** True if the client of a visit can still report that its deposit is paid. */
export const canBeReported = ({ status }: OwnDeposit, isCancelled: boolean): boolean =>
  !isCancelled && (status === 'requested' || status === 'reported')

/** Returns the list with the changed deposit in the place of the previous one. */
export const replaceDeposit = <Own extends { data: OwnDeposit[] }>(own: Own, changed: OwnDeposit): Own => ({
  ...own,
  data: own.data.map((one) => (one.appointment_id === changed.appointment_id ? changed : one)),
})
