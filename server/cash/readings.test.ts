import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeEach(async () => {
  await clinic?.server.close()
  clinic = await openCashClinic()
})
afterAll(() => clinic.server.close())

const alter = (table: string, statement: string) => executeWithoutTriggers(clinic.server.database, table, statement)

const sellDiscounted = () =>
  clinic.till.send(
    clinic.till.order([clinic.till.carbon()], {
      payment_method: 'gcash',
      reference_number: 'GC-77',
      is_discounted: 'yes',
      discount: 500,
      discount_reason: 'Promo',
    }),
  )

/** Runs a shift with two cash sales, voids one of them, closes the shift without a difference, and closes the day. */
async function closedDay(date = '2026-11-21') {
  const shift = await clinic.open(1000)
  await clinic.peel()
  await clinic.voidSale(await clinic.peel())
  await clinic.close(shift.id, 2500)
  return { shift, reading: await clinic.closeDay(date) }
}

const nextDay = (date: string) => clinic.at(`${date}T09:00:00+08:00`)

describe('an X-reading', () => {
  test('shows what the shift has taken so far, any number of times, and changes nothing', async () => {
    const shift = await clinic.open(1000)
    await clinic.peel()
    await sellDiscounted()
    await clinic.voidSale(await clinic.peel())
    await clinic.move(shift.id, 'out', 200)
    const reading = await clinic.x(shift.id)
    expect(reading).toMatchObject({
      kind: 'X',
      number: null,
      terminal_name: 'Front desk',
      documents: [
        { kind: 'sale', count: 3, from: 1, to: 3 },
        { kind: 'void', count: 1, from: 4, to: 4 },
      ],
      gross: 8000,
      discounts: [{ reason: 'Promo', count: 1, amount: 500 }],
      voids: { count: 1, amount: 1500 },
      refunds: { count: 0, amount: 0 },
      net: 6000,
      methods: [
        { method: 'cash', count: 1, amount: 1500 },
        { method: 'gcash', count: 1, amount: 4500 },
      ],
      shifts: [
        {
          float: 1000,
          pay_in: 0,
          pay_out: 200,
          cash_sales: 3000,
          cash_back: 1500,
          expected: 2300,
          counted: null,
          difference: null,
        },
      ],
      grand_total: null,
    })
    expect(await clinic.x(shift.id)).toEqual(reading)
    expect(await clinic.recount()).toEqual({ shifts: 0, readings: 0, findings: [] })
  })

  test('of an open shift shows a cashier nothing from which the cash could be computed, only counts and other payments', async () => {
    const shift = await clinic.open(1000)
    expect(shift).not.toHaveProperty('float')
    await clinic.peel()
    await sellDiscounted()
    await clinic.voidSale(await clinic.peel())
    await clinic.move(shift.id, 'in', 300)
    const blind = await clinic.cashiersX(shift.id)
    expect(blind).toMatchObject({
      gross: null,
      net: null,
      taxes: null,
      discounts: [{ reason: 'Promo', count: 1, amount: 500 }],
      voids: { count: 1, amount: null },
      refunds: { count: 0, amount: null },
      methods: [
        { method: 'cash', count: 1, amount: null },
        { method: 'gcash', count: 1, amount: 4500 },
      ],
    })
    const [drawer] = blind.shifts
    for (const amounts of [blind.cash, drawer!])
      expect(Object.values(amounts).filter((value) => typeof value === 'number')).toEqual([])
    // The printed reading shows no amounts except those of the discount, of GCash, and of deleted lines and abandoned
    // orders.
    const printed = readingText(blind, clinic.server.clock.now)
    expect(JSON.stringify(printed).match(/₱[\d,.]+/g)).toEqual(['₱500.00', '₱4,500.00', '₱0.00', '₱0.00'])
    expect((await clinic.status()).shift).not.toHaveProperty('float')
  })

  test('shows all amounts to the owner, and to the cashier once the shift is closed', async () => {
    const shift = await clinic.open(1000)
    expect((await clinic.x(shift.id)).shifts[0]!.expected).toBe(1000)
    await clinic.close(shift.id, 1000)
    expect((await clinic.cashiersX(shift.id)).shifts[0]).toMatchObject({ expected: 1000, counted: 1000, difference: 0 })
  })
})

describe('a Z-reading', () => {
  test('is numbered, continues from the previous one, and adds the day’s sales to the grand total', async () => {
    const { reading: first } = await closedDay()
    expect(first).toMatchObject({
      kind: 'Z',
      number: 1,
      business_date: '2026-11-21',
      gross: 3000,
      net: 1500,
      voids: { count: 1, amount: 1500 },
      previous_grand_total: 0,
      grand_total: 3000,
      shifts: [{ float: 1000, cash_sales: 3000, cash_back: 1500, expected: 2500, counted: 2500, difference: 0 }],
      cash: { pay_in: 0, pay_out: 0, cash_sales: 3000, cash_back: 1500, difference: 0 },
      wrong_totals: null,
      print_count: 0,
    })
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      'Closed 2026-11-21 on Front desk with Z-reading 1: ₱1,500.00',
    )
    nextDay('2026-11-22')
    const { reading: second } = await closedDay('2026-11-22')
    expect(second).toMatchObject({ number: 2, previous_grand_total: 3000, grand_total: 6000 })
    const rows = await clinic.server.db.selectFrom('z_readings').selectAll().orderBy('number').execute()
    expect(rows.map(({ previous_hash }) => previous_hash)).toEqual(['', rows[0]!.hash])
    expect(JSON.parse(rows[0]!.content)).toMatchObject({ format: 5, number: 1, closed_by: 'Andrea Cruz' })
    const { data, total } = await clinic.asAdmin(cashManagementContract.readings, { querystring: {} })
    expect([total, data.map(({ number, net, grand_total }) => [number, net, grand_total])]).toEqual([
      2,
      [
        [2, 1500, 6000],
        [1, 1500, 3000],
      ],
    ])
    expect((await clinic.asAdmin(cashManagementContract.readings, { querystring: { search: '2' } })).total).toBe(1)
  })

  test('can also close a day without sales, and then adds nothing to the grand total', async () => {
    const shift = await clinic.open(1000)
    await clinic.close(shift.id, 1000)
    expect(await clinic.closeDay()).toMatchObject({ gross: 0, net: 0, documents: [], methods: [], grand_total: 0 })
    expect((await clinic.recount()).findings).toEqual([])
  })

  test('is rejected with the reason on a day with an open shift, without any shift, or already closed', async () => {
    expect(await errorOf(clinic.closeDay())).toMatchObject({ status: 409, message: s.nothingToClose })
    const shift = await clinic.open()
    expect(await errorOf(clinic.closeDay())).toMatchObject({ status: 409, message: s.shiftStillOpen })
    await clinic.close(shift.id, 2000)
    expect((await clinic.status()).can_close_day).toBe(true)
    expect((await clinic.status()).z_reading_id).toBeNull()
    const { id } = await clinic.closeDay()
    expect(await errorOf(clinic.closeDay())).toMatchObject({ status: 409, message: s.alreadyRead })
    expect(await errorOf(clinic.closeDay('2026-11-21', randomUUID()))).toMatchObject({ status: 404 })
    expect(await clinic.status()).toMatchObject({ step: 'day-closed', can_close_day: false, z_reading_id: id })
  })

  test('closes its day: no sale of that day can be added or voided afterwards', async () => {
    const shift = await clinic.open()
    const sale = await clinic.peel()
    await clinic.close(shift.id, 3500)
    await clinic.closeDay()
    expect(await errorOf(clinic.voidSale(sale))).toMatchObject({ status: 409, message: s.voidAfterReading })
    expect(await errorOf(clinic.open())).toMatchObject({ status: 409, message: s.dayClosed })
    expect(await clinic.till.error(clinic.till.order([clinic.till.peel()]))).toMatchObject({ message: s.noOpenShift })
  })

  test('numbers its printed copies before they are printed; the copies of an X-reading are numbered for each shift', async () => {
    const { shift, reading } = await closedDay()
    const print = async (id: string, kind: 'X' | 'Z') =>
      (await clinic.asCashier(cashContract.printed, { params: { id }, body: { kind } })).data
    expect(await print(reading.id, 'Z')).toEqual({ reprint: 0, printed_at: isoInManila(clinic.server.clock.now) })
    expect((await lastLogEntry(clinic.server.db)).action).toBe('Printed Z-reading 1 of Front desk of 2026-11-21')
    expect((await print(reading.id, 'Z')).reprint).toBe(1)
    expect((await lastLogEntry(clinic.server.db)).action).toMatch(/^Printed reprint 1 of Z-reading 1 of Front desk/)
    const atOnce = await Promise.all([print(shift.id, 'X'), print(shift.id, 'X'), print(shift.id, 'X')])
    expect(atOnce.map(({ reprint }) => reprint).toSorted()).toEqual([0, 1, 2])
    expect((await clinic.x(shift.id)).print_count).toBe(3)
    expect(await errorOf(print(shift.id, 'Z'))).toMatchObject({ status: 404, message: s.readingNotFound })
  })

  test('that does not continue from the previous one is rejected by the database, which never changes a reading', async () => {
    await closedDay()
    const { db, database } = clinic.server
    const { id: _, ...row } = await db.selectFrom('z_readings').selectAll().executeTakeFirstOrThrow()
    nextDay('2026-11-22')
    await clinic.close((await clinic.open()).id, 2000)
    const insert = (more: Partial<typeof row>) =>
      db
        .insertInto('z_readings')
        .values({ ...row, id: randomUUID(), business_date: '2026-11-22', number: 2, previous_hash: row.hash, ...more })
        .execute()
    for (const more of [{}, { number: 3 }, { previous_hash: '' }, { grand_total_centavos: 0 }])
      await expect(insert(more)).rejects.toMatchObject({ constraint: 'z_readings__follows' })
    await expect(insert({ business_date: '2026-11-23' })).rejects.toMatchObject({ constraint: 'z_readings__order' })
    const [app, owner] = [database.appUrl, database.ownerUrl].map(
      (connectionString) => new pg.Client({ connectionString }),
    )
    await Promise.all([app!.connect(), owner!.connect()])
    for (const table of ['z_readings', 'cash_movements', 'reading_prints'])
      for (const statement of [`update ${table} set id = id`, `delete from ${table}`]) {
        await expect(app!.query(statement)).rejects.toMatchObject({ code: '42501' })
        await expect(owner!.query(statement)).rejects.toMatchObject({ code: '23001' })
      }
    await expect(owner!.query('delete from shifts')).rejects.toMatchObject({ code: '23001' })
    await expect(app!.query('update shifts set counted_centavos = 1')).rejects.toMatchObject({ code: '23001' })
    await Promise.all([app!.end(), owner!.end()])
  })
})

describe('the check of the shifts and readings', () => {
  test('reports nothing for unchanged books', async () => {
    await closedDay()
    nextDay('2026-11-22')
    await closedDay('2026-11-22')
    expect(await clinic.recount()).toEqual({ shifts: 2, readings: 2, findings: [] })
  })

  test('detects a reading with altered content, even with a recalculated hash', async () => {
    await closedDay()
    nextDay('2026-11-22')
    await closedDay('2026-11-22')
    const first = s.readingName(1, 'Front desk')
    await alter(
      'z_readings',
      `update z_readings set content = replace(content, '"net":150000', '"net":100000') where number = 1`,
    )
    expect((await clinic.recount()).findings).toEqual([s.hashOff(first), s.figuresOff(first)])
    await alter(
      'z_readings',
      `update z_readings set hash = encode(sha256(convert_to(previous_hash || content, 'UTF8')), 'hex') where number = 1`,
    )
    expect((await clinic.recount()).findings).toEqual([s.figuresOff(first), s.chainOff(s.readingName(2, 'Front desk'))])
  })

  test('detects a deleted reading', async () => {
    await closedDay()
    nextDay('2026-11-22')
    await closedDay('2026-11-22')
    await alter('z_readings', 'delete from z_readings where number = 1')
    const second = s.readingName(2, 'Front desk')
    expect((await clinic.recount()).findings).toEqual([
      s.chainOff(second),
      s.figuresOff(second),
      s.readingMissing('Front desk', 'Nov 21, 2026'),
    ])
  })

  test('detects that the last reading was deleted, although nothing follows it', async () => {
    await closedDay()
    nextDay('2026-11-22')
    await closedDay('2026-11-22')
    await alter('z_readings', 'delete from z_readings where number = 2')
    expect((await clinic.recount()).findings).toEqual([s.readingLost(2, 'Front desk', 'Nov 22, 2026')])
  })

  test('detects an altered payment, in the shift and in the reading', async () => {
    await closedDay()
    await alter('payments', 'update payments set amount_centavos = 1, received_centavos = 1 where amount_centavos > 0')
    const { findings } = await clinic.recount()
    expect(findings).toEqual([
      s.shiftOff(s.shiftName('Front desk', 'Nov 21, 2026', 'Andrea Cruz')),
      s.figuresOff(s.readingName(1, 'Front desk')),
    ])
  })
})
