import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { givePassword } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { approvalsContract, APPROVAL_SUBJECTS, type ApprovalKind } from '#shared/approvals/contract.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openInvoiceCashClinic, pesos, type CashClinic } from './cash-fixture.ts'

const PIN = '491705'

/** The people at the till, whose calls go to one of the server's processes. */
export type People = Record<'asCashier' | 'asAdmin', Caller>

/** An operation that must be recorded once, however many callers send it and however often. */
export type Act = {
  name: string
  send: (by: People, key: string) => Promise<unknown>
  /** How often the operation is recorded. */
  count: () => Promise<number>
  /**
   * The beginnings of the messages that refuse a second attempt. The list is empty for a print, because a second print
   * is allowed and counts as a reprint, and for an operation that can be repeated without any effect.
   */
  refusals: string[]
  /** True if a second call with the same idempotency key gets the same answer; false if such a call is refused. */
  hasKey: boolean
  /** True if every repetition succeeds and changes nothing. */
  isRepeatable?: true
}

/** Waits for the next day if the rounds could last beyond midnight, because sales of yesterday cannot be voided. */
export async function avoidMidnight(rounds: number): Promise<void> {
  const left = instantOf(addDays(manilaDate(new Date()), 1), '00:00:00').getTime() - Date.now()
  if (left < 60_000 + rounds * 30_000) await wait(left + 1_000)
}

/**
 * Opens a clinic whose processes use the clock of the machine. Yesterday it made sales that can be refunded; since
 * today it issues invoices without VAT, and sales slips for small sales.
 */
export async function openClinicToday(rounds: number) {
  await avoidMidnight(rounds)
  const { clinic, invoicer } = await openInvoiceCashClinic({ poolSize: 20 })
  onTestFinished(() => clinic.server.close())
  const current_password = 'a long enough password'
  await givePassword(clinic.server.db, clinic.admin.id, current_password)
  await clinic.asAdmin(approvalsContract.setPin, { body: { pin: PIN, current_password } })
  await clinic.server.db.updateTable('services').set({ senior_pwd_eligible: true }).execute()
  const yesterday = addDays(manilaDate(new Date()), -1)
  clinic.at(`${yesterday}T10:00:00+08:00`)
  const shift = await clinic.open(0)
  const old = []
  for (let round = 0; round < rounds; round++) old.push(await clinic.peel())
  await clinic.close(shift.id, 1500 * rounds)
  await clinic.closeDay(yesterday)
  clinic.server.clock.now = new Date()
  await invoicer.setUp({ mode: 'invoice_non_vat', is_vat_registered: false, covers_small_sales: true })
  await clinic.open(10_000 * rounds)
  return { clinic, old }
}

/** The number of rows that a query returns. */
export const countRows = async (query: { execute: () => Promise<unknown[]> }): Promise<number> =>
  (await query.execute()).length

async function approve(clinic: CashClinic, kind: ApprovalKind, subject: string, amount: number): Promise<string> {
  const body = { approver_id: clinic.admin.id, pin: PIN, kind, amount, [APPROVAL_SUBJECTS[kind]]: subject }
  return (await clinic.asCashier(approvalsContract.approve, { body })).data.id
}

/**
 * Makes two small sales on a terminal that together reach the limit from which an invoice must cover their sales slips,
 * and closes the shift.
 */
async function sellSlips(clinic: CashClinic, terminal_id: string): Promise<void> {
  const { till } = clinic
  const shift = await clinic.open(0, terminal_id)
  const slip = till.peel({ discount: 1200, discount_reason: 'Promo' })
  for (let count = 0; count < 2; count++) await till.send(till.order([slip], { terminal_id }))
  await clinic.close(shift.id, 600)
}

/** Makes the terminals, shifts and sales that the operations of a round need, and returns the operations. */
export async function prepareActs(clinic: CashClinic, old: { id: string }, round: number): Promise<Act[]> {
  const { db } = clinic.server
  const addTerminal = async (name: string) =>
    (
      await clinic.asAdmin(cashManagementContract.createTerminal, {
        body: {
          name: `${name} ${round}`,
          is_active: true,
          machine_number: `MIN ${name} ${round}`,
          serial_number: `SN ${name} ${round}`,
        },
      })
    ).data.id
  const [opened, closed, handed, read, covered, copied] = [
    await addTerminal('Opened'),
    await addTerminal('Closed'),
    await addTerminal('Handed over'),
    await addTerminal('Read'),
    await addTerminal('Covered'),
    await addTerminal('Copied'),
  ]
  const main = (await clinic.status(clinic.terminal.id)).shift!
  const [toClose, toHandOver] = [await clinic.open(100, closed), await clinic.open(100, handed)]
  await clinic.close((await clinic.open(100, read)).id, 100)
  const sell = async () =>
    clinic.till.send({ ...clinic.till.order([clinic.till.peel()]), terminal_id: clinic.terminal.id })
  const [voided, printed] = [await sell(), await sell()]
  const today = manilaDate(clinic.server.clock.now)
  await sellSlips(clinic, covered)
  await sellSlips(clinic, copied)
  const copiedCover = (await clinic.closeDay(today, copied)).small_sales!.cover!.id
  const approvals = {
    payOut: await approve(clinic, 'pay_out', main.id, 2500),
    drop: await approve(clinic, 'drop', main.id, 2100),
    refund: await approve(clinic, 'refund', old.id, 1500),
    void: await approve(clinic, 'void', voided.id, 1500),
  }
  const shiftsOn = (terminal: string) => db.selectFrom('shifts').selectAll().where('terminal_id', '=', terminal)
  const movements = (approval: string) =>
    db.selectFrom('cash_movements').selectAll().where('approval_id', '=', approval)
  const reversals = (sale: string) => db.selectFrom('documents').selectAll().where('refers_to', '=', sale)
  const body = (amount: number) => ({ count: pesos(amount), reason: null })
  const move = (kind: 'out' | 'drop', amount: number, approval_id: string) => (by: People, key: string) =>
    by.asCashier(
      cashContract.move,
      { params: { id: main.id }, body: { kind, amount, reason: 'Rent', slip_number: 'BPI-7', approval_id } },
      { idempotencyKey: key },
    )
  const card = { kind: 'senior' as const, name: 'Corazon Villanueva', birth_date: '1950-03-14' }
  const reference = `GC-${round}`
  // The two holders of Senior Citizen cards pay 80 % of ₱1,500.00 each, and their companion pays the whole price.
  const total = 3900
  const withCards = {
    ...clinic.till.order([
      clinic.till.peel({
        quantity: 3,
        senior_pwd_pieces: [0, 1].map((index) => ({ card: index, quantity: 1, keeps_promo: false, addOns: [] })),
      }),
    ]),
    senior_pwd_cards: [
      { ...card, id_number: `QC-${10_000 + round}` },
      { ...card, id_number: `QC-${20_000 + round}` },
    ],
    total,
    total_after_discount: total,
    received_money: total,
    exchange_money: 0,
    payment_method: 'gcash' as const,
    reference_number: reference,
    terminal_id: clinic.terminal.id,
  }
  const refund = {
    lines: [{ position: 1, quantity: 1 }],
    total: 1500,
    method: 'cash' as const,
    reason: 'Allergy',
    terminal_id: clinic.terminal.id,
    approval_id: approvals.refund,
  }
  return [
    {
      name: 'open a shift',
      send: (by) => by.asCashier(cashContract.openShift, { body: { terminal_id: opened, count: pesos(500) } }),
      count: () => countRows(shiftsOn(opened)),
      refusals: [s.shiftOpenAlready],
      hasKey: false,
    },
    {
      name: 'close a shift',
      send: (by) => by.asCashier(cashContract.closeShift, { params: { id: toClose.id }, body: body(100) }),
      count: () => countRows(shiftsOn(closed).where('closed_at', 'is not', null)),
      refusals: [s.shiftClosed],
      hasKey: false,
    },
    {
      name: 'hand over a shift',
      send: (by) =>
        by.asCashier(cashContract.handOver, {
          params: { id: toHandOver.id },
          body: { ...body(100), cashier_id: clinic.till.otherCashier.id },
        }),
      count: () => countRows(shiftsOn(handed).where('closed_at', 'is', null).where('id', '<>', toHandOver.id)),
      refusals: [s.shiftClosed],
      hasKey: false,
    },
    {
      name: 'make a Z-reading',
      send: (by) => by.asCashier(cashContract.closeDay, { body: { terminal_id: read, business_date: today } }),
      count: () => countRows(db.selectFrom('z_readings').selectAll().where('terminal_id', '=', read)),
      refusals: [s.alreadyRead],
      hasKey: false,
    },
    {
      name: 'issue the invoice for sales slips',
      send: (by) => by.asCashier(cashContract.closeDay, { body: { terminal_id: covered, business_date: today } }),
      count: () => countRows(db.selectFrom('cover_invoices').selectAll().where('terminal_id', '=', covered)),
      refusals: [s.alreadyRead],
      hasKey: false,
    },
    {
      name: 'record the print of the invoice for sales slips',
      send: (by, key) =>
        by.asCashier(
          salesContract.printed,
          { params: { id: copiedCover }, body: { kind: 'print' } },
          { idempotencyKey: key },
        ),
      count: () => countRows(db.selectFrom('cover_prints').selectAll().where('cover_id', '=', copiedCover)),
      refusals: [],
      hasKey: true,
    },
    {
      name: 'pay out with an approval',
      send: move('out', 2500, approvals.payOut),
      count: () => countRows(movements(approvals.payOut)),
      refusals: [approvalMessages.used],
      hasKey: true,
    },
    {
      name: 'bring cash to the bank with an approval',
      send: move('drop', 2100, approvals.drop),
      count: () => countRows(movements(approvals.drop)),
      refusals: [approvalMessages.used],
      hasKey: true,
    },
    {
      name: 'refund a sale with an approval',
      send: (by, key) =>
        by.asCashier(refundContract.refund, { params: { id: old.id }, body: refund }, { idempotencyKey: key }),
      count: () => countRows(reversals(old.id)),
      refusals: [saleMessages.refundedWhole],
      hasKey: true,
    },
    {
      name: 'void a sale with an approval',
      send: (by) =>
        by.asCashier(salesContract.voidSale, {
          params: { id: voided.id },
          body: { reason: 'Rung up twice', approval_id: approvals.void },
        }),
      count: () => countRows(reversals(voided.id)),
      refusals: [saleMessages.alreadyVoided],
      hasKey: false,
    },
    {
      name: 'sell to the holders of two cards',
      send: (by, key) => by.asCashier(salesContract.checkout, { body: withCards }, { idempotencyKey: key }),
      count: () => countRows(db.selectFrom('payments').selectAll().where('reference_number', '=', reference)),
      refusals: ['This reference number was already used'],
      hasKey: true,
    },
    {
      name: 'record the print of a receipt',
      send: (by, key) =>
        by.asCashier(
          salesContract.printed,
          { params: { id: printed.id }, body: { kind: 'print' } },
          { idempotencyKey: key },
        ),
      count: () => countRows(db.selectFrom('receipt_prints').selectAll().where('document_id', '=', printed.id)),
      refusals: [],
      hasKey: true,
    },
  ]
}
