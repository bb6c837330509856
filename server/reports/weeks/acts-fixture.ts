import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { MONEY_METHODS } from '#shared/sales/payment.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { paidFor, withheldBack } from '#shared/sales/refunds/refund.ts'
import type { Cashier, WeeksClinic } from './clinic-fixture.ts'
import { modeOf } from './orders-fixture.ts'
import {
  cashOf,
  drawerOf,
  leftOf,
  refundedRows,
  takeOff,
  totalOf,
  withheldOf,
  type Entry,
  type Row,
  type Shift,
  type Till,
} from './ledger-fixture.ts'

/**
 * The error messages with which the server may refuse a simulated act, such as a sale; none if the act must succeed.
 */
export type Refusals = (string | RegExp)[]

const CLOCK = /^The server’s clock shows /

/** True while the server's clock is so far off that the server refuses to issue documents. */
export type Clock = { isOff: boolean }

const isOneOf = (sentence: string, refusals: Refusals) =>
  refusals.some((one) => (typeof one === 'string' ? one === sentence : one.test(sentence)))

/**
 * Performs a simulated act, such as a sale. Without `refusals` the act must succeed; otherwise the server must refuse
 * the act with one of these messages and change no row. Returns null for a refused act.
 */
export async function play<Result>(
  clinic: WeeksClinic,
  name: string,
  refusals: Refusals,
  act: () => Promise<Result>,
): Promise<Result | null> {
  const isRefused = refusals.length > 0
  const key = `${name}${isRefused ? ', refused' : ''}`
  clinic.played.set(key, (clinic.played.get(key) ?? 0) + 1)
  clinic.journal.push(`${clinic.server.clock.now.toISOString()} ${key}`)
  if (clinic.journal.length > 12) clinic.journal.shift()
  if (!isRefused) return act()
  const before = await clinic.countRows()
  const error = await act().then(
    () => new Error(`${name} succeeded instead of: ${refusals.map(String).join(' / ')}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error
  const sentences = [error.message, ...Object.values(error.errors).flat()]
  if (error.status >= 500 || !sentences.some((sentence) => isOneOf(sentence, refusals)))
    throw new Error(`${name} was refused with ${error.status} ${sentences.join(' / ')}`, { cause: error })
  expect(await clinic.countRows(), `rows after the refusal: ${name}`).toBe(before)
  return null
}

export const cashierOf = (clinic: WeeksClinic, { shift }: Till): Cashier =>
  shift ? clinic.cashiers[shift.cashier]! : clinic.random.pick(clinic.cashiers)

/** Returns the reasons why the server must refuse a document on a terminal now. */
function refusalsOfDocument(clinic: WeeksClinic, till: Till, clock: Clock): Refusals {
  const refusals: Refusals = clock.isOff ? [CLOCK] : []
  if (!clinic.rules.hasCashControl) return refusals
  if (!till.shift) refusals.push(s.noOpenShift)
  else if (till.shift.date !== clinic.today()) refusals.push(s.shiftOfEarlierDay)
  return refusals
}

/** True if a document can be issued on a terminal now. */
export const mayIssue = (clinic: WeeksClinic, till: Till, clock: Clock): boolean =>
  refusalsOfDocument(clinic, till, clock).length === 0

type NewEntry = Pick<Entry, 'kind' | 'mode' | 'till' | 'rows' | 'paid' | 'cashier' | 'sale'> & Partial<Entry>

function record(clinic: WeeksClinic, sale: Sale, entry: NewEntry): Entry {
  const recorded: Entry = {
    id: sale.id,
    number: clinic.nextNumber(entry),
    date: clinic.today(),
    shift: clinic.rules.hasCashControl ? entry.till.shift : null,
    withheldLeft: entry.kind === 'sale' ? withheldOf(entry.paid) : 0,
    left: entry.kind === 'sale' ? entry.rows.map(({ amounts }) => amounts) : [],
    isVoided: false,
    booklet: null,
    cover: null,
    ...entry,
  }
  expect(sale.receipt_number, `the number of the ${entry.kind}`).toBe(recorded.number)
  expect(sale.mode, `the mode of the ${entry.kind}`).toBe(recorded.mode)
  expect(sale.total_after_discount, `the total of the ${entry.kind}`).toBe(toPesos(totalOf(recorded)))
  clinic.entries.push(recorded)
  return recorded
}

/** Repeats a call as a till does after a lost answer: the second call must give the same answer and change no row. */
async function repeat<Result>(clinic: WeeksClinic, first: Result, act: () => Promise<Result>): Promise<void> {
  if (!clinic.random.chance(0.08)) return
  const before = await clinic.countRows()
  expect(await play(clinic, 'repeat', [], act)).toEqual(first)
  expect(await clinic.countRows(), 'rows after a repeated call').toBe(before)
}

export async function sell(clinic: WeeksClinic, till: Till, clock: Clock): Promise<void> {
  const { random, rules } = clinic
  const order = clinic.makeOrder(rules, till.id)
  const { body, rows, paid, booklet, aboveLimit } = order
  const isAdmin = random.chance(0.1)
  const cashier = cashierOf(clinic, till)
  const seller = isAdmin ? clinic.owner : cashier
  const refusals = refusalsOfDocument(clinic, till, clock)
  const key = randomUUID()
  if (aboveLimit !== null && !isAdmin) {
    if (refusals.length === 0 && random.chance(0.6)) {
      const subject = { kind: 'discount', amount: aboveLimit, order_key: key }
      body.approval_id = await clinic.approve(cashier, subject)
    } else refusals.push(approvalMessages.needed)
  }
  const send = async () => (await seller.call(salesContract.checkout, { body }, { idempotencyKey: key })).data
  if (withheldOf(paid) > 0) clinic.played.set('withheld tax', 1)
  const sale = await play(clinic, body.approval_id ? 'sale with approval' : 'sale', refusals, send)
  if (!sale) return
  const mode = modeOf(order, rules)
  if (mode === 'small_sale') clinic.played.set('sales slip', (clinic.played.get('sales slip') ?? 0) + 1)
  record(clinic, sale, { kind: 'sale', sale: null, mode, till, rows, paid, booklet, cashier: seller.name })
  await repeat(clinic, sale, send)
}

/**
 * Sends an order with a fault that no till makes: a wrong total, a method that is switched off, or too little money.
 */
export async function sellWrongly(clinic: WeeksClinic, till: Till): Promise<void> {
  const { random, rules } = clinic
  const { body } = clinic.makeOrder({ ...rules, discountLimit: null }, till.id)
  const off = MONEY_METHODS.find((method) => !rules.methods.includes(method))
  const wrong = random.pick(['total', 'method', 'received'] as const)
  if (wrong === 'total') body.total_after_discount += 0.01
  if (wrong === 'method' && off) {
    body.payment_method = off
    delete body.payments
  }
  if (wrong === 'received' || (wrong === 'method' && !off)) body.received_money = -1
  // An order may have several faults, and the server may report any of them, so every message is accepted.
  await play(clinic, 'wrong order', [/./], () =>
    clinic.owner.call(salesContract.checkout, { body }, { idempotencyKey: randomUUID() }),
  )
}

/**
 * Picks who gives money back: the owner, a cashier with an approval, or a cashier without one, whom the server must
 * refuse.
 */
async function approver(
  clinic: WeeksClinic,
  till: Till,
  refusals: Refusals,
  subject: { kind: 'void' | 'refund'; amount: Centavos; sale_id: string },
) {
  if (clinic.random.chance(0.6)) return { person: clinic.owner, approval_id: null }
  const person = cashierOf(clinic, till)
  if (refusals.length === 0 && clinic.random.chance(0.7))
    return { person, approval_id: await clinic.approve(person, subject) }
  refusals.push(approvalMessages.needed)
  return { person, approval_id: null }
}

const drawerIsShort = (clinic: WeeksClinic, shift: Shift | null, cash: Centavos) =>
  shift !== null && cash > 0 && drawerOf(shift, clinic.entries) < cash

/**
 * Returns the reasons why the server must refuse a void now. A void pays back from the terminal of the sale; a sale
 * from before cash control may have no shift.
 */
function refusalsOfVoid(clinic: WeeksClinic, sale: Entry, clock: Clock): Refusals {
  if (sale.kind !== 'sale') return [saleMessages.onlySalesAreVoided]
  if (sale.isVoided) return [saleMessages.alreadyVoided]
  if (leftOf(sale) < totalOf(sale)) return [saleMessages.refundedNotVoided]
  if (sale.date !== clinic.today()) return [saleMessages.voidedOnItsDayOnly]
  const needsShift = sale.shift !== null || sale.till.shift !== null
  const refusals = needsShift ? refusalsOfDocument(clinic, sale.till, clock) : clock.isOff ? [CLOCK] : []
  if (sale.till.readings.some(({ date }) => date === sale.date)) refusals.push(s.voidAfterReading)
  const { shift } = sale.till
  if (refusals.length === 0 && drawerIsShort(clinic, shift, cashOf(sale.paid))) refusals.push(s.drawerHoldsLess)
  return refusals
}

export async function voidOne(clinic: WeeksClinic, sale: Entry, clock: Clock): Promise<void> {
  const refusals = refusalsOfVoid(clinic, sale, clock)
  const subject = { kind: 'void', amount: totalOf(sale), sale_id: sale.id } as const
  const { person, approval_id } = await approver(clinic, sale.till, refusals, subject)
  const voided = await play(clinic, approval_id ? 'void with approval' : 'void', refusals, async () => {
    const call = { params: { id: sale.id }, body: { reason: 'Rung up twice', approval_id } }
    return (await person.call(salesContract.voidSale, call)).data
  })
  if (!voided) return
  const { mode, till, rows, paid } = sale
  record(clinic, voided, { kind: 'void', sale, mode, till, rows, paid, cashier: person.name })
  sale.isVoided = true
}

/** The pieces that a customer brings back: all, or some of some lines. */
function piecesBack({ random }: WeeksClinic, sale: Entry): Map<number, number> {
  const isWhole = random.chance(0.4)
  const open = sale.left.flatMap(({ quantity }, index) => (quantity > 0 ? [{ index, quantity }] : []))
  const chosen = isWhole ? open : open.filter(() => random.chance(0.6))
  const pieces = chosen.length > 0 ? chosen : open.slice(0, 1)
  return new Map(pieces.map(({ index, quantity }) => [index, isWhole ? quantity : random.whole(1, quantity)]))
}

export async function refundOne(clinic: WeeksClinic, sale: Entry, till: Till, clock: Clock): Promise<void> {
  const { random, rules } = clinic
  const pieces = sale.kind === 'sale' ? piecesBack(clinic, sale) : new Map<number, number>()
  const rows: Row[] = refundedRows(sale, pieces)
  const amount = rows.reduce((sum, row) => sum + paidFor(row.amounts), 0)
  const withheld = withheldBack(amount, { total: leftOf(sale), withheld: sale.withheldLeft })
  const money = amount - withheld
  const method = random.chance(0.7) ? 'cash' : random.pick(rules.methods)
  const refusals: Refusals = []
  if (sale.kind !== 'sale') refusals.push(saleMessages.onlySalesAreRefunded)
  else if (sale.isVoided) refusals.push(saleMessages.voidedNotRefunded)
  else if (sale.date >= clinic.today()) refusals.push(saleMessages.refundedLaterOnly)
  else if (pieces.size === 0) refusals.push(saleMessages.refundedWhole)
  else if (amount === 0) refusals.push(saleMessages.nothingPaid)
  else {
    refusals.push(...refusalsOfDocument(clinic, till, clock))
    if (refusals.length === 0 && method === 'cash' && drawerIsShort(clinic, till.shift, money))
      refusals.push(s.drawerHoldsLess)
  }
  const subject = { kind: 'refund', amount, sale_id: sale.id } as const
  const { person, approval_id } = await approver(clinic, till, refusals, subject)
  const body = {
    lines: [...(pieces.size > 0 ? pieces : new Map([[0, 1]]))].map(([index, quantity]) => ({
      position: index + 1,
      quantity,
    })),
    total: toPesos(amount),
    method,
    reference_number: method === 'cash' ? null : `RF-${clinic.entries.length}`,
    reason: 'Allergy',
    terminal_id: till.id,
    approval_id,
  }
  const key = randomUUID()
  const send = async () =>
    (await person.call(refundContract.refund, { params: { id: sale.id }, body }, { idempotencyKey: key })).data
  const back = await play(clinic, approval_id ? 'refund with approval' : 'refund', refusals, send)
  if (!back) return
  const paid = [
    { method, amount: money },
    { method: 'withheld' as const, amount: withheld },
  ].filter((payment) => payment.amount > 0)
  record(clinic, back, { kind: 'refund', sale, mode: sale.mode, till, rows, paid, cashier: person.name })
  takeOff(sale, pieces, rows)
  sale.withheldLeft -= withheld
  await repeat(clinic, back, send)
}

/** Records that a receipt was printed: the first print is the original, each later one a reprint with its number. */
export async function printReceipt(clinic: WeeksClinic, entry: Entry): Promise<void> {
  const { copies } = clinic
  const copy = copies.get(entry.id) ?? 0
  const print = await play(clinic, 'print', [], async () => {
    const { data } = await clinic.owner.call(salesContract.printed, {
      params: { id: entry.id },
      body: { kind: 'print' },
    })
    return data
  })
  expect(print?.reprint).toBe(copy)
  copies.set(entry.id, copy + 1)
}

export async function enterBooklet(clinic: WeeksClinic, entry: Entry): Promise<void> {
  const booklet_number = `L-${entry.id}`.slice(0, 30)
  await play(clinic, 'booklet number', [], () =>
    clinic.owner.call(salesContract.enterBookletNumber, { params: { id: entry.id }, body: { booklet_number } }),
  )
  entry.booklet = booklet_number
}

export { CLOCK }
