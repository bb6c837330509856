import { paymentRules } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import type { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { paymentColumns, requireAccepted } from './card-payment.ts'
import { openAccount } from './open-account.ts'
import { presentCard } from './present-card.ts'
import * as queries from './queries.ts'
import { recordEntry } from './record-entry.ts'
import * as views from './views.ts'

type SellBody = Parsed<typeof prepaidContract.sell>['body']

/**
 * Throws a 409 while the clinic takes no gift cards, and a 422 for a payment method that the clinic does not accept.
 */
async function requireCardsAccepted(context: Context, { method }: SellBody): Promise<void> {
  const { payment_methods: accepted } = await paymentRules(context.tx, context.branchId)
  if (!accepted.includes('prepaid')) throw new AppError('conflict', s.isOff)
  requireAccepted(method, accepted)
}

export const readCard = async ({ tx, branchId }: Context, id: string) =>
  presentCard((await views.cardById(tx, branchId, id))!)

/**
 * Sells a gift card: opens its account, records the sale under its own number, puts the amount on the gift card, and
 * queues the e-mail to the recipient.
 */
export async function sellCard(
  context: Context<Principal>,
  body: SellBody,
): Promise<Answer<typeof prepaidContract.sell>['data']> {
  const { tx, branchId, now, user } = context
  await requireCardsAccepted(context, body)
  const payment = paymentColumns(body, s.receivedTooLow)
  const { id, cardNumber } = await openAccount(context, {
    kind: 'gift_card',
    clientId: body.client_id ?? null,
    recipientName: body.recipient_name,
    message: body.message,
    recipientEmail: body.recipient_email,
  })
  await recordEntry(context, { account_id: id, kind: 'sold', amount_centavos: payment.amount_centavos })
  const number = await queries.insertCardSale(tx, {
    account_id: id,
    branch_id: branchId,
    business_date: manilaDate(now),
    sold_at: now,
    cashier_id: user.id,
    cashier_name: user.name,
    buyer_name: body.buyer_name,
    ...payment,
    terminal_id: body.terminal_id ?? null,
  })
  const parameters = { number, ending: cardEnding(cardNumber), amount_centavos: payment.amount_centavos }
  await writeAuditLog(context, {
    type: 'prepaid.card.sold',
    subjectId: id,
    parameters: { ...parameters, buyer: body.buyer_name },
  })
  if (body.recipient_email !== null) enqueueMessage(context, { occasion: 'gift_card', subjectId: id, version: 1 })
  return readCard(context, id)
}
