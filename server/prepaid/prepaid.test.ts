import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { openPrepaidClinic, type PrepaidClinic } from './prepaid-fixture.ts'

let clinic: PrepaidClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPrepaidClinic()
})
afterAll(() => clinic.till.server.close())

const daily = async () => (await clinic.asCashier(salesContract.dailySales, {})).data
const voidSale = (id: string) =>
  clinic.asAdmin(salesContract.voidSale, { params: { id }, body: { reason: 'Wrong client' } })
const nextDay = () => {
  clinic.till.server.clock.now = new Date(clinic.till.server.clock.now.getTime() + 86_400_000)
}

describe('a gift card', () => {
  test('is sold with a number that only the cashier sees in full; the sales of the day do not change, and its cash is a pay-in of the shift', async () => {
    const before = await daily()
    const card = await clinic.sellCard(2000, { received: 2500, recipient_name: 'Ana Cruz', message: 'Happy birthday' })
    expect(card).toMatchObject({ kind: 'gift_card', amount: 2000, balance: 2000, is_void: false, can_be_voided: true })
    expect(card.sale).toEqual({ number: 1, buyer_name: 'Bea Buyer', method: 'cash' })
    expect(await daily()).toEqual(before)
    expect(await clinic.x(clinic.shift.id)).toMatchObject({ cash: { pay_in: 2000 } })
    const { action } = await lastLogEntry(clinic.till.server.db)
    expect(action).toBe(`Sold gift card ${cardEnding(card.card_number)} of ₱2,000.00 to Bea Buyer`)
    expect((await clinic.sellCard(500, { method: 'gcash', reference_number: 'GC-1' })).sale!.number).toBe(2)
    expect(await clinic.x(clinic.shift.id)).toMatchObject({ cash: { pay_in: 2000 } })
  })

  test('is not sold if the cash, the buyer or the reference number is missing, if the reference number was used before, or while gift cards are off; the message says what to do', async () => {
    const refused = (more: Parameters<PrepaidClinic['sellCard']>[1], amount = 500) =>
      errorOf(clinic.sellCard(amount, more)).then(({ status, errors }) => ({ status, errors }))
    expect(await refused({ received: 499 })).toEqual({ status: 422, errors: { received: [s.receivedTooLow] } })
    expect(await refused({ buyer_name: ' ' })).toEqual({ status: 422, errors: { buyer_name: [s.buyerRequired] } })
    expect(await refused({}, 0)).toEqual({ status: 422, errors: { amount: [s.amountRequired] } })
    expect(await refused({}, 100_000.01)).toEqual({ status: 422, errors: { amount: [s.amountTooHigh] } })
    expect(await refused({ method: 'gcash' })).toEqual({
      status: 422,
      errors: { reference_number: [saleMessages.referenceRequired] },
    })
    await clinic.sellCard(500, { method: 'gcash', reference_number: 'GC-1' })
    expect(await refused({ method: 'gcash', reference_number: 'gc 1' })).toEqual({
      status: 409,
      errors: { reference_number: [saleMessages.referenceTaken] },
    })
    expect(await refused({ method: 'maya', reference_number: '1' })).toMatchObject({ status: 422 })
    await clinic.asAdmin(paymentSettingsContract.save, { body: { methods: ['cash'], discount_limit: null } })
    expect((await errorOf(clinic.sellCard(500))).message).toBe(s.isOff)
  })

  test('that is paid by wallet has a reference number that no sale and no other gift card can have until the gift card is voided', async () => {
    const byWallet = (reference: string) => ({ method: 'gcash' as const, reference_number: reference })
    const peel = (reference: string) =>
      clinic.till.order([clinic.till.peel()], { payment_method: 'gcash', reference_number: reference })
    const split = (reference: string) =>
      clinic.till.order([clinic.till.peel()], {
        payments: [
          { method: 'cash', amount: 500, received: 500 },
          { method: 'gcash', amount: 1000, reference_number: reference },
        ],
      })
    const card = await clinic.sellCard(500, byWallet('GC-1'))
    const usedForCard = saleMessages.referenceUsed(s.soldCard)
    expect(await clinic.till.error(peel('gc 1'))).toMatchObject({
      status: 409,
      errors: { reference_number: [usedForCard] },
    })
    expect(await clinic.till.error(split('GC-1'))).toMatchObject({
      status: 409,
      errors: { 'payments.1.reference_number': [usedForCard] },
    })
    const sale = await clinic.till.send(split('GC-2'))
    expect((await errorOf(clinic.sellCard(500, byWallet('GC-2')))).errors).toEqual({
      reference_number: [saleMessages.referenceTaken],
    })
    await voidSale(sale.id)
    await clinic.sellCard(500, byWallet('GC-2'))
    await clinic.voidCard(card.id)
    await clinic.till.send(peel('GC-1'))
    expect(await checkBooks(clinic.till.server.db)).toMatchObject(balanced)
  })

  test('and a sale paid with the same reference number at the same moment: only one of the two is accepted', async () => {
    const sent = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? clinic.sellCard(500, { method: 'gcash', reference_number: 'GC-9' })
          : clinic.till.send(
              clinic.till.order([clinic.till.peel()], { payment_method: 'gcash', reference_number: 'GC-9' }),
              randomUUID(),
            ),
      ),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('that is sold twice under one idempotency key is created only once', async () => {
    const key = randomUUID()
    const [one, other] = [await clinic.sellCard(500, {}, key), await clinic.sellCard(500, {}, key)]
    expect(other).toEqual(one)
  })

  test('is not needed for an order that costs nothing, although gift card was chosen as its payment method', async () => {
    const { till } = clinic
    const free = till.order([till.peel()], { is_discounted: 'yes', discount: 1500, payment_method: 'prepaid' })
    const sale = await till.send(free)
    expect(sale.payments).toMatchObject([{ method: 'cash', amount: 0, reference_number: null }])
    expect(await till.error({ ...free, reference_number: '0000-0000-0000-0000' })).toMatchObject({ status: 422 })
  })

  test('pays a part of a sale and keeps the rest; the document names only the end of its number', async () => {
    const card = await clinic.sellCard(1000)
    const sale = await clinic.till.send(clinic.peelWith(card, 400))
    expect(sale.payments).toMatchObject([
      { method: 'prepaid', amount: 400, reference_number: cardEnding(card.card_number) },
      { method: 'cash', amount: 1100 },
    ])
    expect(JSON.stringify(sale)).not.toContain(card.card_number.replaceAll('-', ''))
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ amount: 1000, balance: 600, can_be_voided: false })
    // The drawer has the cash for the gift card and for the sale, but not the amount that was paid with the gift card.
    expect(await clinic.x(clinic.shift.id)).toMatchObject({ cash: { pay_in: 1000, cash_sales: 1100 } })
    expect((await daily()).daily_sales).toBe(1500)
    const refused = await errorOf(clinic.till.send(clinic.peelWith(card, 600.01)))
    expect(refused).toMatchObject({
      status: 422,
      errors: { 'payments.0.reference_number': [s.tooLittle('₱600.00')] },
    })
    await clinic.till.send(clinic.peelWith(card, 600))
    const empty = await errorOf(clinic.till.send(clinic.peelWith(card, 1)))
    expect(empty.errors).toEqual({ 'payments.0.reference_number': [s.isEmpty] })
    expect(await checkBooks(clinic.till.server.db)).toMatchObject(balanced)
  })

  test('gets the paid amount back only once when the sale that it paid is voided', async () => {
    const card = await clinic.sellCard(1500)
    const sale = await clinic.till.send(clinic.peelWith(card))
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ balance: 0 })
    await voidSale(sale.id)
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ balance: 1500 })
    expect((await errorOf(voidSale(sale.id))).status).toBe(409)
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ balance: 1500 })
    expect(await clinic.wrongBalances()).toEqual([])
  })

  test('counts as unused again once every sale that it paid is voided, and can then be voided itself', async () => {
    const card = await clinic.sellCard(1500)
    const first = await clinic.till.send(clinic.peelWith(card, 500))
    const second = await clinic.till.send(clinic.peelWith(card, 700))
    await voidSale(first.id)
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ balance: 800, can_be_voided: false })
    expect(await errorOf(clinic.voidCard(card.id))).toMatchObject({ status: 409, message: s.voidUnusedOnly })
    await voidSale(second.id)
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ balance: 1500, can_be_voided: true })
    expect(await clinic.voidCard(card.id)).toMatchObject({ balance: 0, is_void: true, can_be_voided: false })
    // The cash for the gift card and the cash parts of both sales have left the drawer again.
    expect(await clinic.x(clinic.shift.id)).toMatchObject({
      cash: { pay_in: 1500, pay_out: 1500, cash_sales: 1800, cash_back: 1800 },
    })
    expect(await clinic.wrongBalances()).toEqual([])
    expect(await checkBooks(clinic.till.server.db)).toMatchObject(balanced)
  })

  test('of ₱1,500 with which ₱100 are paid 50 times at once pays 15 times, and never a centavo twice', async () => {
    const card = await clinic.sellCard(1500)
    const sent = await Promise.allSettled(
      Array.from({ length: 50 }, () => clinic.till.send(clinic.peelWith(card, 100), randomUUID())),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
    expect(await clinic.lookUp(card.card_number)).toMatchObject({ balance: 0 })
    expect(await clinic.wrongBalances()).toEqual([])
    expect(await checkBooks(clinic.till.server.db)).toMatchObject(balanced)
  })

  test('can be voided by an admin if it was never used: its cash leaves the drawer, and nobody can pay with it any more', async () => {
    const card = await clinic.sellCard(1000)
    expect(
      (await errorOf(clinic.asCashier(prepaidContract.voidCard, { params: { id: card.id }, body: { reason: 'x' } })))
        .status,
    ).toBe(403)
    expect(await clinic.voidCard(card.id)).toMatchObject({ balance: 0, is_void: true, can_be_voided: false })
    expect((await lastLogEntry(clinic.till.server.db)).action).toBe(
      `Voided gift card ${cardEnding(card.card_number)} and gave ₱1,000.00 back: Bought twice`,
    )
    expect(await clinic.x(clinic.shift.id)).toMatchObject({ cash: { pay_in: 1000, pay_out: 1000 } })
    expect((await errorOf(clinic.voidCard(card.id))).message).toBe(s.isVoid)
    const paid = await errorOf(clinic.till.send(clinic.peelWith(card, 100)))
    expect(paid.errors).toEqual({ 'payments.0.reference_number': [s.isVoid] })
    const used = await clinic.sellCard(1000)
    await clinic.till.send(clinic.peelWith(used, 1))
    expect((await errorOf(clinic.voidCard(used.id))).message).toBe(s.voidUnusedOnly)
    expect((await errorOf(clinic.voidCard(randomUUID()))).status).toBe(404)
  })
})

describe('the look-up of a gift card', () => {
  test('finds a card by its number in any spelling, says that a number is unknown or mistyped, and is limited', async () => {
    const limited = await openPrepaidClinic({ limits: { cardLookUpsPerPerson: { tries: 3, windowSeconds: 3600 } } })
    const card = await limited.sellCard(750)
    expect(await limited.lookUp(card.card_number.toLowerCase().replaceAll('-', ' '))).toMatchObject({ id: card.id })
    expect(await limited.lookUp('2222-2222-2222')).toBeNull()
    expect((await errorOf(limited.lookUp('2222-2222-2223'))).errors).toEqual({ card_number: [s.numberWrong] })
    await limited.lookUp(card.card_number)
    expect(await errorOf(limited.lookUp(card.card_number))).toMatchObject({
      status: 429,
      message: authMessages.tooManyTries,
    })
    await limited.till.server.close()
  })
})

describe('a refund as store credit', () => {
  const refundAsCredit = async () => {
    const sale = await clinic.till.send(clinic.till.order([clinic.till.peel()]))
    await clinic.close(clinic.shift.id, 3500)
    await clinic.closeDay()
    nextDay()
    await clinic.open(2000)
    const body = {
      lines: [{ position: 1, quantity: 1 }],
      total: 1500,
      method: 'prepaid' as const,
      reason: 'Did not like it',
    }
    const key = randomUUID()
    const send = () => clinic.asAdmin(refundContract.refund, { params: { id: sale.id }, body }, { idempotencyKey: key })
    return { send, refunded: await send() }
  }

  test('opens a numbered store credit for the client, only one even if the refund is sent twice, and pays nothing out of the drawer', async () => {
    const { send, refunded } = await refundAsCredit()
    expect(refunded.credit).toMatchObject({ kind: 'store_credit', amount: 1500, balance: 1500, sale: null })
    expect(refunded.data.reference_number).toBe(cardEnding(refunded.credit!.card_number))
    expect(await send()).toEqual(refunded)
    const rows = await clinic.till.server.db.selectFrom('prepaid_accounts').select(['client_id']).execute()
    expect(rows).toHaveLength(1)
    await clinic.till.send(clinic.peelWith(refunded.credit!, 1500))
    expect(await clinic.lookUp(refunded.credit!.card_number)).toMatchObject({ balance: 0 })
    expect((await errorOf(clinic.voidCard(refunded.credit!.id))).message).toBe(s.voidGiftCardsOnly)
    expect(await checkBooks(clinic.till.server.db)).toMatchObject(balanced)
  })
})

describe('the database', () => {
  test('refuses an entry that exceeds the balance of a gift card, a changed balance, and a deleted entry', async () => {
    const card = await clinic.sellCard(100)
    const { db } = clinic.till.server
    const entry = { account_id: card.id, kind: 'void', position: 0, balance_centavos: 0, entered_on: '2026-11-21' }
    await expect(
      db
        .insertInto('prepaid_entries')
        .values({ ...entry, amount_centavos: -10_001 })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'prepaid_accounts__balance' })
    await expect(
      db.updateTable('prepaid_accounts').set({ balance_centavos: 1 }).where('id', '=', card.id).execute(),
    ).rejects.toMatchObject({ constraint: 'prepaid_accounts__ledger' })
    await expect(db.deleteFrom('prepaid_entries').execute()).rejects.toThrow()
  })
})
