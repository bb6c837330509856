import type { ReadTx } from '#server/db/pool.ts'
import { packagesOfSessions } from '#server/prepaid/public.ts'
import { paymentRow } from '#server/sales/checkout/take-payments.ts'
import type { LineRow, PaymentRow } from '#server/sales/queries.ts'

/** The payments that put the refunded sessions back on the accounts of their packages. */
export async function paymentsToPackages(tx: ReadTx, saleId: string, lines: readonly LineRow[]): Promise<PaymentRow[]> {
  const back = lines.filter((row) => row.package_session_id !== null && row.quantity > 0)
  if (back.length === 0) return []
  const accounts = await packagesOfSessions(
    tx,
    back.map((row) => row.package_session_id!),
  )
  const amounts = new Map<string, number>()
  for (const row of back) {
    const { accountId } = accounts.get(row.package_session_id!)!
    amounts.set(accountId, (amounts.get(accountId) ?? 0) + row.line_total_centavos)
  }
  return [...amounts].flatMap(([accountId, amount]) => {
    const { name: reference } = [...accounts.values()].find((one) => one.accountId === accountId)!
    const payment = paymentRow(saleId, { method: 'prepaid', amount, received: amount, reference, accountId })
    return amount > 0 ? [{ ...payment, reference_key: null }] : []
  })
}
