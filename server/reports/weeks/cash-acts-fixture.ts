import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { cashContract, type Reading } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { documentsMessages } from '#shared/clinic/messages.ts'
import { isInvoiceMode } from '#shared/clinic/documents.ts'
import { registered } from '#server/sales/invoice-fixture.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import { CLOCK, cashierOf, play, type Clock, type Refusals } from './acts-fixture.ts'
import type { WeeksClinic } from './clinic-fixture.ts'
import {
  drawerOf,
  figuresOf,
  grandTotalOf,
  lastReadOf,
  sumOf,
  totalOf,
  type Shift,
  type Till,
} from './ledger-fixture.ts'

const countOf = (amount: Centavos) => {
  const notes = Math.floor(amount / 100_000)
  return { notes: { '1000': notes }, coins: toPesos(amount - notes * 100_000) }
}

/** True if this date of a terminal, or a later one, has its Z-reading. */
const isReadFrom = (till: Till, date: CivilDate) => (lastReadOf(till) ?? '') >= date

/** Returns the reasons why the server must refuse to open a shift on a terminal now. */
function refusalsOfShift(clinic: WeeksClinic, till: Till, clock: Clock): Refusals {
  const today = clinic.today()
  if (!clinic.rules.hasCashControl) return [s.isOff]
  return [
    ...(clock.isOff ? [CLOCK] : []),
    ...(till.shift ? [s.shiftOpenAlready] : []),
    ...(isReadFrom(till, today) ? [s.dayClosed] : []),
    ...([...till.unread].some((date) => date < today) ? [s.forgottenDay] : []),
  ]
}

function recordShift(clinic: WeeksClinic, till: Till, cashier: number, float: Centavos, id: string): void {
  const date = clinic.today()
  const moved = { in: 0, out: 0, drop: 0 }
  const openedAt = clinic.server.clock.now
  till.shift = { id, till, date, cashier, openedAt, float, moved, closedAt: null, counted: null }
  till.unread.add(date)
  clinic.shifts.push(till.shift)
}

export async function openShift(clinic: WeeksClinic, till: Till, clock: Clock): Promise<void> {
  const cashier = clinic.random.whole(0, 1)
  const float = clinic.random.pick([0, 100_000, 250_075])
  const opened = await play(clinic, 'open shift', refusalsOfShift(clinic, till, clock), async () => {
    const body = { terminal_id: till.id, count: countOf(float) }
    return (await clinic.cashiers[cashier]!.call(cashContract.openShift, { body })).data
  })
  if (opened) recordShift(clinic, till, cashier, float, opened.id)
}

export async function moveMoney(clinic: WeeksClinic, till: Till, clock: Clock): Promise<void> {
  const { random, rules } = clinic
  const shift = till.shift ?? clinic.shifts.findLast((one) => one.till === till)
  if (!shift) return
  const kind = random.pick(['in', 'out', 'drop'] as const)
  const holds = drawerOf(shift, clinic.entries)
  const amount = random.pick([random.whole(1, 50_000), random.whole(1, 400_000), holds, holds + 1])
  if (amount === 0) return
  const isAdmin = random.chance(0.2)
  const cashier = cashierOf(clinic, till)
  const refusals: Refusals = shift.closedAt ? [s.shiftClosed] : clock.isOff ? [CLOCK] : []
  const isShort = kind !== 'in' && amount > holds
  if (isShort && refusals.length === 0) refusals.push(s.drawerHoldsLess)
  const needsApproval = !isAdmin && kind !== 'in' && amount > rules.approvalLimit
  let approval_id: string | null = null
  if (needsApproval && !shift.closedAt && !clock.isOff) {
    const subject = { kind: kind === 'out' ? 'pay_out' : 'drop', amount, shift_id: shift.id }
    if (random.chance(0.7)) approval_id = await clinic.approve(cashier, subject)
    else refusals.push(approvalMessages.needed)
  }
  const key = randomUUID()
  const body = {
    kind,
    amount: toPesos(amount),
    ...(kind === 'drop' ? { slip_number: `BPI-${amount}` } : { reason: 'Change' }),
    approval_id,
  }
  const send = () =>
    (isAdmin ? clinic.owner : cashier).call(
      cashContract.move,
      { params: { id: shift.id }, body },
      { idempotencyKey: key },
    )
  const name = `${{ in: 'pay-in', out: 'pay-out', drop: 'drop' }[kind]}${approval_id ? ' with approval' : ''}`
  const first = await play(clinic, name, refusals, send)
  if (!first) return
  shift.moved[kind] += amount
  if (random.chance(0.1)) expect(await play(clinic, 'repeat', [], send)).toEqual(first)
}

/** Reads the X-reading of an open shift, which must show the drawer's cash to the owner but not to the cashier. */
export async function readX(clinic: WeeksClinic, { shift }: Till): Promise<void> {
  if (!shift) return
  const call = { params: { id: shift.id } }
  const { data } = await clinic.owner.call(cashContract.xReading, call)
  expect(data.shifts[0]!.expected).toBe(toPesos(drawerOf(shift, clinic.entries)))
  const blind = await clinic.cashiers[shift.cashier]!.call(cashContract.xReading, call)
  expect(blind.data.shifts[0]).toMatchObject({ float: null, expected: null, cash_sales: null })
}

const lacksBooklet = (clinic: WeeksClinic, shift: Shift) =>
  clinic.entries.some(
    (entry) =>
      entry.shift === shift &&
      entry.kind === 'sale' &&
      entry.mode === 'booklet' &&
      entry.booklet === null &&
      !entry.isVoided,
  )

/** Counts the drawer, sometimes wrongly, and closes the shift or hands it over to the other cashier. */
export async function closeShift(clinic: WeeksClinic, till: Till, clock: Clock, handsOver = false): Promise<void> {
  const { shift } = till
  if (!shift) return
  const { random, rules } = clinic
  const expected = drawerOf(shift, clinic.entries)
  const isWrong = random.chance(0.3)
  const counted = Math.max(0, expected + (isWrong ? random.whole(-20_000, 20_000) : 0))
  const needsReason = Math.abs(counted - expected) > rules.difference
  const next = 1 - shift.cashier
  const refusals: Refusals = lacksBooklet(clinic, shift) ? [s.bookletNumbersMissing] : []
  if (clinic.server.clock.now < shift.openedAt) refusals.push(s.closedBeforeOpened)
  if (clock.isOff) refusals.push(CLOCK)
  // A hand-over opens a shift of today, so it is refused if an earlier day is open, or today is closed.
  if (handsOver && [...till.unread].some((date) => date < clinic.today())) refusals.push(s.forgottenDay)
  if (handsOver && isReadFrom(till, clinic.today())) refusals.push(s.dayClosed)
  const close = async (reason: string | null) => {
    const call = { params: { id: shift.id }, body: { count: countOf(counted), reason } }
    const cashier = clinic.cashiers[shift.cashier]!
    if (!handsOver) return (await cashier.call(cashContract.closeShift, call)).data
    const cashier_id = clinic.cashiers[next]!.id
    return (await cashier.call(cashContract.handOver, { ...call, body: { ...call.body, cashier_id } })).data
  }
  if (needsReason && !clock.isOff) {
    const first = await play(clinic, 'count with a difference', [], () => close(null))
    expect(first).toMatchObject({ state: 'needs-reason', expected: toPesos(expected), next_shift: null })
  }
  const name = handsOver ? 'hand over' : 'close shift'
  const closed = await play(clinic, name, refusals, () => close(needsReason ? 'Miscounted' : null))
  if (!closed) return
  expect(closed).toMatchObject({
    state: 'closed',
    expected: toPesos(expected),
    difference: toPesos(counted - expected),
  })
  shift.closedAt = clinic.server.clock.now
  shift.counted = counted
  till.shift = null
  if (closed.next_shift) recordShift(clinic, till, next, counted, closed.next_shift.id)
}

function refusalsOfReading(till: Till, date: CivilDate, clock: Clock, hasShift: boolean): Refusals {
  const earliest = [...till.unread].toSorted()[0]
  if (!till.unread.has(date)) {
    const sentence = hasShift ? s.alreadyRead : s.nothingToClose
    return clock.isOff ? [CLOCK, sentence] : [sentence]
  }
  return [
    ...(clock.isOff ? [CLOCK] : []),
    ...(till.shift && till.shift.date <= date ? [s.shiftStillOpen] : []),
    ...(earliest !== date ? [s.daysInOrder] : []),
  ]
}

export async function closeDay(clinic: WeeksClinic, till: Till, date: CivilDate, clock: Clock): Promise<void> {
  const ofDay = clinic.shifts
    .filter((shift) => shift.till === till && shift.date === date)
    .toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime())
  const refusals = refusalsOfReading(till, date, clock, ofDay.length > 0)
  const reading = await play(clinic, 'Z-reading', refusals, async () => {
    const body = { terminal_id: till.id, business_date: date }
    return (await cashierOf(clinic, till).call(cashContract.closeDay, { body })).data
  })
  if (!reading) return
  const gross = expectReading(clinic, reading, ofDay)
  expect(reading.small_sales).toEqual(coverSlips(clinic, till, date, reading.small_sales?.cover?.id))
  expect(reading.previous_grand_total).toBe(toPesos(grandTotalOf(till)))
  till.readings.push({ date, grandTotal: grandTotalOf(till) + gross })
  till.unread.delete(date)
  expect(reading.number).toBe(till.readings.length)
  expect(reading.grand_total).toBe(toPesos(grandTotalOf(till)))
}

/**
 * Returns the small sales that the Z-reading of a terminal must state. If the small sales of all terminals reach the
 * limit, an invoice covers the uncovered sales slips of this terminal and of the terminals whose day is closed.
 */
function coverSlips(clinic: WeeksClinic, till: Till, date: CivilDate, id: string | undefined): Reading['small_sales'] {
  const slips = clinic.entries.filter(
    (entry) => entry.mode === 'small_sale' && entry.kind === 'sale' && !entry.isVoided && entry.date === date,
  )
  const own = slips.filter((slip) => slip.till === till)
  if (own.length === 0) return null
  const limit = clinic.rules.smallLimit
  const isClosed = (other: Till) => other.readings.some((reading) => reading.date === date)
  const covered = slips.filter((slip) => slip.cover === null && (slip.till === till || isClosed(slip.till)))
  const amount = sumOf(covered, totalOf)
  const figures = { count: own.length, amount: toPesos(sumOf(own, totalOf)), limit: toPesos(limit) }
  const isDue = sumOf(slips, totalOf) >= limit && amount > 0
  clinic.played.set(isDue ? 'invoice for slips' : 'slips below the limit', 1)
  if (!isDue) return { ...figures, cover: null }
  const number = clinic.nextNumber({ mode: 'invoice_non_vat', kind: 'sale', till })
  for (const slip of covered) slip.cover = number
  if (covered.length > own.length) clinic.played.set('invoice for slips of two terminals', 1)
  clinic.covers.push({ till, date, number, amount })
  return { ...figures, cover: { id: id ?? '', number, count: covered.length, amount: toPesos(amount) } }
}

/** Compares a Z-reading with the ledger; returns the gross sales of the day. */
function expectReading(clinic: WeeksClinic, reading: Reading, ofDay: readonly Shift[]): Centavos {
  const entries = clinic.entries.filter(({ shift }) => shift !== null && ofDay.includes(shift))
  const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind)
  const gross = sumOf(ofKind('sale'), (entry) => figuresOf(entry).gross)
  const back = (kind: string) => ({
    count: ofKind(kind).length,
    amount: toPesos(-sumOf(ofKind(kind), (entry) => figuresOf(entry).total) || 0),
  })
  const of = (key: 'total' | 'vatable' | 'vat' | 'exempt' | 'zero_rated' | 'excise' | 'untaxed') =>
    toPesos(sumOf(entries, (entry) => figuresOf(entry)[key]))
  expect(reading).toMatchObject({
    gross: toPesos(gross),
    voids: back('void'),
    refunds: back('refund'),
    net: of('total'),
  })
  expect(reading.taxes).toMatchObject({
    vatable: of('vatable'),
    vat: of('vat'),
    exempt: of('exempt'),
    zero_rated: of('zero_rated'),
    excise: of('excise'),
    untaxed: of('untaxed'),
  })
  expect(reading.documents.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length)
  expect(reading.shifts.map(({ float, expected, counted }) => [float, expected, counted])).toEqual(
    ofDay.map((shift) => [shift.float, drawerOf(shift, clinic.entries), shift.counted!].map(toPesos)),
  )
  return gross
}

/** Tries to switch settings that cannot be switched while a shift is open. */
export async function switchTooEarly(clinic: WeeksClinic): Promise<void> {
  const { rules, tills } = clinic
  if (!rules.hasCashControl || !tills.some(({ shift }) => shift)) return
  const off = isInvoiceMode(rules.mode) ? s.invoicesNeedControl : s.shiftsOpen
  await play(clinic, 'switch cash control off', [off], () =>
    clinic.owner.call(cashManagementContract.saveSettings, {
      body: { is_on: false, allowed_difference: toPesos(rules.difference) },
    }),
  )
  const mode = rules.mode === 'booklet' ? 'acknowledgement' : 'booklet'
  const { isVatRegistered: is_vat_registered, chargesExcise: charges_excise } = rules.tax
  await play(clinic, 'switch the mode', [documentsMessages.shiftsOpen, documentsMessages.noWayBack], () =>
    clinic.owner.call(documentsContract.save, { body: { ...registered, mode, is_vat_registered, charges_excise } }),
  )
}
