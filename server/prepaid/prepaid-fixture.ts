import { randomUUID } from 'node:crypto'
import { openCashClinic } from '#server/cash/cash-fixture.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { prepaidContract, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'

type SellBody = Input<typeof prepaidContract.sell>['body']

/** For tests: a clinic with cash control and an open shift that takes gift cards. */
export async function openPrepaidClinic(options: Parameters<typeof openCashClinic>[0] = {}) {
  const clinic = await openCashClinic(options)
  const methods = ['cash', 'gcash', 'prepaid'] as const
  await clinic.asAdmin(paymentSettingsContract.save, { body: { methods: [...methods], discount_limit: null } })
  const shift = await clinic.open(2000)
  const sellCard = async (amount: number, more: Partial<SellBody> = {}, key: string = randomUUID()) =>
    (
      await clinic.asCashier(
        prepaidContract.sell,
        { body: { amount, method: 'cash', buyer_name: 'Bea Buyer', ...more } },
        { idempotencyKey: key },
      )
    ).data
  const lookUp = async (card_number: string) =>
    (await clinic.asCashier(prepaidContract.lookUp, { body: { card_number } })).data
  const { till } = clinic
  /** The body of a sale of a peel (₱1,500). A gift card or store credit pays `amount`, and cash pays the rest. */
  const peelWith = (card: Pick<PrepaidCard, 'card_number'>, amount = 1500) => {
    const rest = 1500 - amount
    const byCard = { method: 'prepaid' as const, amount, reference_number: card.card_number }
    const payments = rest === 0 ? [byCard] : [byCard, { method: 'cash' as const, amount: rest, received: rest }]
    return till.order([till.peel()], { payments })
  }
  return {
    ...clinic,
    shift,
    sellCard,
    lookUp,
    peelWith,
    voidCard: async (id: string, reason = 'Bought twice') =>
      (await clinic.asAdmin(prepaidContract.voidCard, { params: { id }, body: { reason } })).data,
    /** Fails the test if a balance is not the sum of its ledger. */
    wrongBalances: async () =>
      till.server.db
        .selectFrom('prepaid_accounts as account')
        .select(['account.id', 'account.balance_centavos'])
        .select(({ selectFrom }) =>
          selectFrom('prepaid_entries')
            .select(({ fn }) => fn.sum<number>('amount_centavos').as('sum'))
            .whereRef('account_id', '=', 'account.id')
            .as('sum'),
        )
        .execute()
        .then((rows) => rows.filter(({ balance_centavos, sum }) => balance_centavos !== Number(sum))),
  }
}
export type PrepaidClinic = Awaited<ReturnType<typeof openPrepaidClinic>>
