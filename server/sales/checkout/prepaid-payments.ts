import { invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { findPayingAccounts, type PayingAccount } from '#server/prepaid/public.ts'
import type { NewDocument } from '#server/sales/documents/write-document.ts'
import type { PaymentRow } from '#server/sales/queries.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { cardEnding, readCardNumber } from '#shared/prepaid/card-number.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'

/** The payment with its account. The document names the card by its last letters, because the number is like cash. */
function onAccount(payment: PaymentRow, accounts: readonly PayingAccount[], field: string): PaymentRow {
  const number = readCardNumber(payment.reference_number ?? '')
  if (number === null) throw invalid(field, s.numberWrong)
  const account = accounts.find((one) => one.card_number === number)
  if (!account) throw invalid(field, s.unknown)
  if (account.voided_at !== null) throw invalid(field, s.isVoid)
  if (account.balance_centavos === 0 && payment.amount_centavos > 0) throw invalid(field, s.isEmpty)
  if (account.balance_centavos < payment.amount_centavos)
    throw invalid(field, s.tooLittle(formatPeso(account.balance_centavos)))
  return {
    ...payment,
    reference_number: cardEnding(number),
    reference_key: null,
    prepaid_account_id: account.id,
  }
}

/**
 * Gives each payment by gift card or store credit its account. Throws a 422 for an unknown or void card, and for one on
 * which less is left. Concurrent payments with one card are judged by the database, which locks its account.
 */
export async function withPrepaidAccounts({ tx, branchId }: Context, document: NewDocument): Promise<NewDocument> {
  const { parts, referenceFields = [] } = document
  const isPrepaid = ({ method }: PaymentRow) => method === 'prepaid'
  const prepaid = parts.payments.filter(isPrepaid)
  if (prepaid.length === 0) return document
  const numbers = prepaid.flatMap(({ reference_number }) => readCardNumber(reference_number ?? '') ?? [])
  const accounts = numbers.length === 0 ? [] : await findPayingAccounts(tx, branchId, numbers)
  const payments = parts.payments.map((payment, index) =>
    isPrepaid(payment) ? onAccount(payment, accounts, referenceFields[index] ?? 'reference_number') : payment,
  )
  return { ...document, parts: { ...parts, payments } }
}
