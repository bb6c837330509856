import { randomInt } from 'node:crypto'
import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { CARD_LENGTH, CARD_LETTERS, checkLetterOf } from '#shared/prepaid/card-number.ts'
import type { PrepaidKind } from '#shared/prepaid/contract.ts'
import * as queries from './queries.ts'

/** Returns a card number that nobody can guess: 11 random letters out of 30, and a check letter. */
function newCardNumber(): string {
  const letters = Array.from({ length: CARD_LENGTH - 1 }, () => CARD_LETTERS[randomInt(CARD_LETTERS.length)]).join('')
  return letters + checkLetterOf(letters)
}

type NewAccount = {
  kind: PrepaidKind
  clientId: string | null
  recipientName: string | null
  message?: string | null
  recipientEmail?: string | null
}

/** Opens an account without money and returns its id and number. */
export async function openAccount(
  { tx, branchId, now }: Context,
  { kind, clientId, recipientName, message = null, recipientEmail = null }: NewAccount,
): Promise<{ id: string; cardNumber: string }> {
  const id = newId()
  const cardNumber = newCardNumber()
  await queries.insertAccount(tx, {
    id,
    branch_id: branchId,
    kind,
    card_number: cardNumber,
    client_id: clientId,
    recipient_name: recipientName,
    message,
    recipient_email: recipientEmail,
    opened_at: now,
  })
  return { id, cardNumber }
}
