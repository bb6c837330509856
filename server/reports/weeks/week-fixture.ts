import { expect } from 'vitest'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { MOST_AHEAD_MS } from '#shared/clinic/clock.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { isInvoiceMode, isRegisteredMode } from '#shared/clinic/documents.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import {
  enterBooklet,
  mayIssue,
  printReceipt,
  refundOne,
  sell,
  sellWrongly,
  voidOne,
  type Clock,
} from './acts-fixture.ts'
import { closeDay, closeShift, moveMoney, openShift, readX, switchTooEarly } from './cash-acts-fixture.ts'
import type { WeeksClinic } from './clinic-fixture.ts'
import type { Entry, Till } from './ledger-fixture.ts'
import { drillSize } from '../../../scripts/test/drill-form.ts'

/** How many sales a cashier makes one after the other before something else happens on the terminal. */
const SALES_IN_A_ROW = drillSize('sales in a row', 1)

const HOUR_MS = 3_600_000
const right: Clock = { isOff: false }

const setClock = (clinic: WeeksClinic, now: number) => {
  clinic.server.clock.now = new Date(now)
}
const forward = (clinic: WeeksClinic, minutes: number) =>
  setClock(clinic, clinic.server.clock.now.getTime() + minutes * 60_000)

/**
 * Picks a document for a void, refund or print: usually one for which this is possible, sometimes any of the latest
 * documents.
 */
function pickDocument({ random, entries, today }: WeeksClinic, act: string): Entry | undefined {
  if (entries.length === 0) return undefined
  const isOfToday = act === 'void'
  const fitting = entries
    .slice(-80 * SALES_IN_A_ROW)
    .filter(({ kind, isVoided, date }) => kind === 'sale' && !isVoided && (date === today()) === isOfToday)
  return fitting.length > 0 && random.chance(0.75) ? random.pick(fitting) : random.pick(entries.slice(-30))
}

/** Makes several sales, or one attempt while no sale is possible on the terminal. */
async function sellInARow(clinic: WeeksClinic, till: Till, clock: Clock): Promise<void> {
  let sales = 0
  do {
    await sell(clinic, till, clock)
    sales++
  } while (sales < SALES_IN_A_ROW && mayIssue(clinic, till, clock))
}

/** Performs one random act of a cashier or the owner on a terminal; it may be an act that the server must refuse. */
async function playAct(clinic: WeeksClinic, till: Till, clock: Clock): Promise<void> {
  const act = clinic.random.weighted([
    ['sell', 40],
    ['void', 9],
    ['refund', 11],
    ['move', 16],
    ['open', till.shift ? 1 : 14],
    ['close', 3],
    ['hand over', 3],
    ['close day', 3],
    ['x', 2],
    ['wrong', 3],
    ['print', 4],
    ['switch', 1],
  ] as const)
  const old = pickDocument(clinic, act)
  if (act === 'sell') await sellInARow(clinic, till, clock)
  else if (act === 'void' && old) await voidOne(clinic, old, clock)
  else if (act === 'refund' && old) await refundOne(clinic, old, till, clock)
  else if (act === 'move') await moveMoney(clinic, till, clock)
  else if (act === 'open') await openShift(clinic, till, clock)
  else if (act === 'close') await closeShift(clinic, till, clock)
  else if (act === 'hand over') await closeShift(clinic, till, clock, clinic.rules.hasCashControl)
  else if (act === 'close day')
    await closeDay(clinic, till, clinic.random.pick([...till.unread, clinic.today()]), clock)
  else if (act === 'x') await readX(clinic, till)
  else if (act === 'wrong' && !clock.isOff) await sellWrongly(clinic, till)
  else if (act === 'print' && old) await printReceipt(clinic, old)
  else if (act === 'switch') await switchTooEarly(clinic)
}

/**
 * Closes all days of a terminal, so that its books can be compared: enters missing numbers of handwritten invoices,
 * closes the open shift, and makes a Z-reading for each day that has none.
 */
async function settle(clinic: WeeksClinic, till: Till): Promise<void> {
  if (till.shift) {
    const { shift } = till
    const lacking = clinic.entries.filter(
      (entry) => entry.shift === shift && entry.mode === 'booklet' && entry.kind === 'sale' && entry.booklet === null,
    )
    for (const entry of lacking) if (!entry.isVoided) await enterBooklet(clinic, entry)
    await closeShift(clinic, till, right)
  }
  for (const date of [...till.unread].toSorted()) await closeDay(clinic, till, date, right)
}

/**
 * Performs a few acts under a clock that is a day behind, which is allowed, or so far off that the server issues no
 * documents.
 */
async function playUnderOtherClock(clinic: WeeksClinic): Promise<void> {
  const { random, server, tills } = clinic
  const now = server.clock.now.getTime()
  const { data } = await clinic.owner.call(documentsContract.clock, {})
  const accepted = new Date(data.accepted_at!).getTime()
  const kind = random.pick(['a day behind', 'far behind', 'far ahead'] as const)
  if (kind === 'a day behind') setClock(clinic, now - random.whole(20, 40) * HOUR_MS)
  if (kind === 'far behind') setClock(clinic, accepted - (48 + random.whole(1, 900)) * HOUR_MS)
  if (kind === 'far ahead') setClock(clinic, accepted + MOST_AHEAD_MS + random.whole(1, 9_000) * HOUR_MS)
  clinic.played.set(`clock ${kind}`, 1)
  const clock = { isOff: kind !== 'a day behind' }
  expect((await clinic.owner.call(documentsContract.clock, {})).data.problem !== null).toBe(clock.isOff)
  for (let act = 0; act < 3; act++) {
    const till = random.pick(tills)
    // The server also refuses to move cash and to close a shift while its clock is far off, which
    // `server/cash/wrong-clock.test.ts` shows.
    if (clock.isOff) await random.pick([sell, openShift])(clinic, till, clock)
    else if (random.chance(0.3)) await closeShift(clinic, till, clock)
    else await playAct(clinic, till, clock)
    forward(clinic, random.whole(1, 9))
  }
  setClock(clinic, now)
}

/**
 * Switches cash control on or off. Without cash control sales have no shift and are in no reading. Invoices cannot be
 * sold then.
 */
async function switchCashControl(clinic: WeeksClinic, isOn: boolean): Promise<void> {
  clinic.rules.hasCashControl = isOn
  await clinic.owner.call(cashManagementContract.saveSettings, {
    body: { is_on: isOn, allowed_difference: toPesos(clinic.rules.difference) },
  })
  clinic.played.set(`cash control ${isOn ? 'on' : 'off'}`, 1)
}

/** Changes whether small sales get a sales slip, and below which limit, as a clinic may on any day. */
async function switchSmallSales({ random, rules, saveDocuments }: WeeksClinic): Promise<void> {
  rules.coversSmall = random.chance(0.8)
  rules.smallLimit = random.pick([50_000, 300_000, 1_000_000])
  await saveDocuments()
}

async function playDay(clinic: WeeksClinic, date: CivilDate, canFallBack: boolean) {
  const { random, rules, tills } = clinic
  setClock(clinic, instantOf(date, '08:00:00').getTime())
  const isSettled = tills.every(({ shift, unread }) => !shift && unread.size === 0)
  const isUncontrolled = isSettled && !isInvoiceMode(rules.mode) && random.chance(0.1)
  if (isUncontrolled) await switchCashControl(clinic, false)
  // On most mornings the earlier days of a terminal are closed and a shift is opened. On other mornings the server must
  // refuse acts on the terminal that need this.
  for (const till of tills)
    if (!isUncontrolled && random.chance(0.85)) {
      await settle(clinic, till)
      await openShift(clinic, till, right)
    }
  if (random.chance(0.2)) await switchSmallSales(clinic)
  const acts = random.whole(8, 20)
  for (let act = 0; act < acts; act++) {
    await playAct(clinic, random.pick(tills), right)
    forward(clinic, random.whole(1, 40))
    if (canFallBack && act > 3 && random.chance(0.04)) await playUnderOtherClock(clinic)
  }
  if (isUncontrolled) await switchCashControl(clinic, true)
  // On some days nobody closes the day of a terminal: the shift stays open, or the Z-reading is made on a later day.
  for (const till of tills) if (random.chance(0.7)) await settle(clinic, till)
}

/**
 * Switches settings while no shift is open. Once an invoice was issued, the clinic can no longer change its kind of
 * invoice.
 */
async function switchSettings(clinic: WeeksClinic, week: number): Promise<void> {
  const { random, rules, entries } = clinic
  const hasInvoices = entries.some(({ mode }) => isRegisteredMode(mode))
  // In the first weeks the clinic issues no invoices, because after the first invoice it cannot return to receipts.
  const later = week < 3 ? 0 : 2
  const modes = [
    ['booklet', 2],
    ['acknowledgement', 2],
    ['invoice_vat', later],
    ['invoice_non_vat', 3 * later],
  ] as const
  if (!hasInvoices && random.chance(0.7)) rules.mode = random.weighted(modes)
  const isVatRegistered = isInvoiceMode(rules.mode) ? rules.mode === 'invoice_vat' : random.chance(0.5)
  rules.tax = { isVatRegistered, chargesExcise: random.chance(0.5) }
  rules.methods = ['cash', ...(['gcash', 'maya', 'bank_transfer', 'card'] as const).filter(() => random.chance(0.7))]
  rules.discountLimit = random.pick([null, 1_000, 2_500])
  rules.difference = random.pick([0, 5_000])
  rules.approvalLimit = random.pick([50_000, 200_000])
  rules.coversSmall = random.chance(0.8)
  rules.smallLimit = random.pick([50_000, 300_000, 1_000_000])
  await clinic.saveRules()
  // Sales of earlier weeks, and their refunds in this week, keep the tax class that the service had before.
  await clinic.changeTaxClass(week % 2 === 0 ? 'exempt' : 'vatable')
  clinic.played.set(`mode ${rules.mode}`, 1)
}

export type Week = { from: CivilDate; to: CivilDate }

/**
 * Records seven days of random sales and cash operations, beginning on `from`, and then closes the week of each
 * terminal. Returns the dates of the week.
 */
export async function playWeek(clinic: WeeksClinic, week: number, from: CivilDate): Promise<Week> {
  const { random, tills } = clinic
  setClock(clinic, instantOf(from, '07:00:00').getTime())
  await switchSettings(clinic, week)
  let date = from
  for (let day = 0; day < 7; day++) {
    await playDay(clinic, date, day > 1)
    if (day < 6) date = addDays(date, random.chance(0.05) ? random.whole(2, 9) : 1)
  }
  setClock(clinic, instantOf(date, '23:00:00').getTime())
  for (const till of tills) await settle(clinic, till)
  return { from, to: date }
}
