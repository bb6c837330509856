import { invalid } from '#server/lib/app-error.ts'
import { toCentavos } from '#shared/lib/money.ts'
import type { CardSaleMethod } from '#shared/prepaid/contract.ts'
import { methodMessages, saleMessages } from '#shared/sales/messages.ts'
import { referenceKey } from '#shared/sales/payment.ts'

/** Throws a 422 for a payment method that the clinic does not accept. */
export function requireAccepted(method: CardSaleMethod, accepted: readonly string[]): void {
  if (!accepted.includes(method)) throw invalid('method', saleMessages.methodOff(methodMessages.methods[method]))
}

type Paid = {
  method: CardSaleMethod
  amount: number
  received?: number | null | undefined
  reference_number: string | null
}

/**
 * The columns of the payment with which a client buys a gift card or package. Throws a 422 without a reference number,
 * or with `receivedTooLow` for too little cash.
 */
export function paymentColumns({ method, received, reference_number, amount: pesos }: Paid, receivedTooLow: string) {
  const amount = toCentavos(pesos)
  if (method === 'cash') {
    const handed = received == null ? amount : toCentavos(received)
    if (handed < amount) throw invalid('received', receivedTooLow)
    return { method, amount_centavos: amount, received_centavos: handed, reference_number: null, reference_key: null }
  }
  const key = referenceKey(reference_number ?? '')
  if (key === '') throw invalid('reference_number', saleMessages.referenceRequired)
  return { method, amount_centavos: amount, received_centavos: amount, reference_number, reference_key: key }
}
