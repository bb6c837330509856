import { randomUUID } from 'node:crypto'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { prepaidCheckContract } from '#shared/prepaid/check-contract.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import type { CashClinic } from './cash-fixture.ts'
import { countRows, type Act, type People } from './killed-books-fixture.ts'

const methods = ['cash', 'gcash', 'prepaid'] as const

/**
 * Returns two operations on a gift card: marking its payment as seen, which can be repeated, and recording its print.
 */
const paperActs = ({ server: { db } }: CashClinic, id: string): Act[] => [
  {
    name: 'mark money paid ahead as seen',
    send: (by) =>
      by.asAdmin(
        prepaidCheckContract.mark,
        { params: { id }, body: { kind: 'sold', is_seen: true } },
        ifMatchVersion(0),
      ),
    count: () =>
      countRows(
        db.selectFrom('prepaid_checks').select('kind').where('account_id', '=', id).where('is_seen', '=', true),
      ),
    refusals: [],
    hasKey: false,
    isRepeatable: true,
  },
  {
    name: 'record the print of a gift card',
    send: (by, key) =>
      by.asCashier(prepaidPaperContract.printed, { params: { id }, body: { kind: 'print' } }, { idempotencyKey: key }),
    count: () => countRows(db.selectFrom('prepaid_prints').select('id').where('account_id', '=', id)),
    refusals: [],
    hasKey: true,
  },
]

/**
 * For tests: the operations on gift cards that must be recorded only once: selling, paying with, voiding and printing a
 * gift card, and marking a payment as seen.
 */
export async function prepareCardActs(clinic: CashClinic, round: number) {
  const { server, till, terminal, asAdmin } = clinic
  const { db } = server
  await asAdmin(paymentSettingsContract.save, { body: { methods: [...methods], discount_limit: null } })
  const sell = (reference_number: string, amount: number) => (by: People, key: string) =>
    by.asCashier(
      prepaidContract.sell,
      { body: { amount, method: 'gcash', reference_number, buyer_name: 'Bea Buyer', terminal_id: terminal.id } },
      { idempotencyKey: key },
    )
  const newCard = async (name: string) => (await sell(`CARD-${name}-${round}`, 1500)(clinic, randomUUID())).data
  const [paying, voided] = [await newCard('PAYING'), await newCard('VOIDED')]
  const sold = `CARD-SOLD-${round}`
  const byCard = {
    ...till.order([till.peel()], { payment_method: 'prepaid', reference_number: paying.card_number }),
    terminal_id: terminal.id,
  }
  const entries = async (accountId: string, kind: 'paid' | 'void') =>
    (
      await db
        .selectFrom('prepaid_entries')
        .select('position')
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .execute()
    ).length
  return [
    {
      name: 'sell a gift card',
      send: sell(sold, 750),
      count: async () =>
        (await db.selectFrom('prepaid_sales').select('number').where('reference_number', '=', sold).execute()).length,
      refusals: [saleMessages.referenceTaken],
      hasKey: true,
    },
    {
      name: 'pay with a gift card',
      send: (by, key) => by.asCashier(salesContract.checkout, { body: byCard }, { idempotencyKey: key }),
      count: () => entries(paying.id, 'paid'),
      refusals: [prepaidMessages.isEmpty, prepaidMessages.tooLittleNow],
      hasKey: true,
    },
    {
      name: 'void a gift card',
      send: (by) =>
        by.asAdmin(prepaidContract.voidCard, {
          params: { id: voided.id },
          body: { reason: 'Bought twice', terminal_id: terminal.id },
        }),
      count: () => entries(voided.id, 'void'),
      refusals: [prepaidMessages.isVoid],
      hasKey: false,
    },
    ...paperActs(clinic, paying.id),
  ] satisfies Act[]
}
