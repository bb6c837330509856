import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manilaDate, startOfMonth } from '#shared/lib/manila-time.ts'
import { comparedRanges, formatDateRange } from '#shared/reports/periods.ts'
import type { Range } from '#shared/reports/reports.ts'
import {
  average,
  byName,
  count,
  DAY,
  grouped,
  inOrder,
  isKept,
  isWalkIn,
  lapsedClientsOf,
  leadOf,
  nextServicesOf,
  openClinic,
  outcomes,
  share,
  sum,
  useOf,
  type RecountedClinic,
  type Visit,
} from './recounted-visits-fixture.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const RANGES: Range[] = [
  { from: '2025-11-22', to: '2026-11-21' },
  { from: '2026-11-01', to: '2026-11-21' },
]

let clinic: RecountedClinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.server.close())

const visitsOn = ({ from, to }: Range) =>
  clinic.visits.filter(({ appointment_date: date }) => from <= date && date <= to)
const keptOf = (client: string) =>
  clinic.visits.filter((one) => isKept(one) && one.client_id === client).sort((a, b) => +a.starts_at - +b.starts_at)
const isFirst = (one: Visit) => keptOf(one.client_id)[0]?.id === one.id
const documentsOn = ({ from, to }: Range) =>
  clinic.documents.filter(({ business_date: date }) => from <= date && date <= to)
const isVoided = (id: string) => clinic.documents.some((one) => one.kind === 'void' && one.refers_to === id)
const isStaff = (id: string) => clinic.users.some((one) => one.id === id && one.role !== 'client')

const withoutShare = ({ no_show_share: _, ...rest }: ReturnType<typeof outcomes>) => rest
const tillSalesOn = (range: Range) =>
  sum(
    documentsOn(range).filter((one) => one.is_walk_in && one.appointment_id === null),
    ({ kind }) => ({ sale: 1, void: -1, refund: 0 })[kind],
  )

describe.each(RANGES)('the reports of visits from $from to $to agree with the recorded visits', (range) => {
  test('visits by day match the visits and the sales at the till of each date', async () => {
    const { rows } = await clinic.read('visits-by-day', range)
    const dates = [...visitsOn(range).map((one) => one.appointment_date), ...rows.map(({ date }) => String(date))]
    const expected = [...new Set(dates)].sort().map((date) => {
      const visits = visitsOn({ from: date, to: date })
      const news = count(visits, isFirst)
      const { kept, ...rest } = withoutShare(outcomes(visits))
      return {
        date,
        kept,
        ...rest,
        new_clients: news,
        returning: kept - news,
        till_sales: tillSalesOn({ from: date, to: date }),
      }
    })
    expect(rows).toEqual(expected)
    expect(sum(rows, (row) => Number(row.till_sales))).toBe(tillSalesOn(range))
  })

  test('visits by source match how each visit was booked, and how and when it was cancelled', async () => {
    const sourceOf = (one: Visit) => (isWalkIn(one) ? 'Walk-in' : isStaff(one.created_by) ? 'At the desk' : 'Online')
    const expected = grouped(visitsOn(range), sourceOf).map(([source, visits]) => {
      const { cancelled, ...rest } = outcomes(visits)
      const byClient = visits.filter(({ cancel_reason }) => cancel_reason === 'client')
      const byClinic = count(visits, ({ cancel_reason }) => cancel_reason === 'clinic')
      return {
        source,
        ...rest,
        cancelled_client: byClient.length,
        cancelled_late: count(byClient, (one) => +one.updated_at > +one.starts_at - DAY),
        cancelled_clinic: byClinic,
        cancelled_other: cancelled - byClient.length - byClinic,
        till_sales: source === 'Walk-in' ? tillSalesOn(range) : 0,
        lead: leadOf(visits),
      }
    })
    expect(byName((await clinic.read('visits-by-source', range)).rows, 'source')).toEqual(byName(expected, 'source'))
  })

  test('visits by practitioner match the visits, waiting, overrun and rebooking of each person', async () => {
    const figures = (visits: readonly Visit[]) => {
      const due = visits.filter((one) => isKept(one) && +one.starts_at <= +clinic.now - 7 * DAY)
      const isRebooked = (one: Visit) =>
        clinic.visits.some(
          (later) =>
            later.client_id === one.client_id &&
            later.starts_at > one.starts_at &&
            +later.created_at < +one.starts_at + 7 * DAY,
        )
      const waits = visits.flatMap(({ arrived_at, started_at, starts_at }) =>
        arrived_at && started_at ? [Math.max(0, +started_at - Math.max(+arrived_at, +starts_at))] : [],
      )
      const overruns = visits.flatMap((one) =>
        isKept(one) && one.done_at && manilaDate(one.done_at) === one.appointment_date
          ? [Math.max(0, +one.done_at - +one.ends_at)]
          : [],
      )
      return {
        ...outcomes(visits),
        new_clients: count(visits, isFirst),
        waiting: average(waits, 60_000),
        overrun: average(overruns, 60_000),
        rebooked_share: share(count(due, isRebooked), due.length),
      }
    }
    const nameOf = ({ practitioner_id: id }: Visit) =>
      clinic.resources.find((one) => one.id === id)?.name ?? 'No practitioner'
    const expected = grouped(visitsOn(range), nameOf).map(([practitioner, visits]) => ({
      practitioner,
      ...figures(visits),
    }))
    const { rows, totals } = await clinic.read('visits-by-practitioner', range)
    expect(byName(rows, 'practitioner')).toEqual(byName(expected, 'practitioner'))
    expect(totals).toEqual({ practitioner: null, ...figures(visitsOn(range)) })
  })

  test('bookings by cashier match the visits that each staff member booked', async () => {
    const booked = visitsOn(range).filter(({ created_by }) => isStaff(created_by))
    const isRebooking = (one: Visit) =>
      !isWalkIn(one) &&
      keptOf(one.client_id).some(
        ({ starts_at }) => starts_at <= one.created_at && +starts_at > +one.created_at - 7 * DAY,
      )
    const expected = grouped(booked, (one) => clinic.users.find(({ id }) => id === one.created_by)!.name).map(
      ([cashier, visits]) => ({
        cashier,
        ...outcomes(visits),
        rebookings: count(visits, isRebooking),
        lead: leadOf(visits),
      }),
    )
    expect(byName((await clinic.read('bookings-by-cashier', range)).rows, 'cashier')).toEqual(
      byName(expected, 'cashier'),
    )
  })

  test('the report that compares periods matches the visits, sales and opening hours of each period', async () => {
    const expected = comparedRanges(range).map((dates) => {
      const visits = visitsOn(dates)
      const { kept, no_shows, no_show_share, ...rest } = outcomes(visits)
      const news = count(visits, isFirst)
      const sold = documentsOn(dates)
      const revenue = sum(sold, ({ total_centavos }) => total_centavos)
      const sales = sold.filter(({ kind, id }) => kind === 'sale' && !isVoided(id))
      const buyers = new Set(sales.map(({ client_id, id }) => client_id ?? id)).size
      const hours = useOf(clinic, { id: 'the clinic' }, dates).open.length / 4
      return {
        period: formatDateRange(dates),
        ...rest,
        kept,
        no_shows,
        no_show_share,
        kept_share: share(kept, visits.length - rest.open),
        new_clients: news,
        returning: kept - news,
        revenue,
        per_client: buyers === 0 ? null : Math.round(revenue / buyers),
        per_open_hour: hours === 0 ? null : Math.round(revenue / hours),
      }
    })
    expect((await clinic.read('visits-compared', range)).rows).toEqual(expected)
  })

  test('the use of people, rooms and hours of the week matches every open and booked quarter hour', async () => {
    const used = clinic.resources.map((one) => ({ ...one, ...useOf(clinic, one, range) }))
    const sales = byName((await clinic.read('sales-by-practitioner', range)).rows, 'practitioner')
    const expected = used.map(({ name, kind, open, booked }) => {
      const revenue = kind === 'room' ? null : Number(sales[name]?.net ?? 0)
      return {
        resource: name,
        resource_kind: kind === 'room' ? 'Room' : 'Person',
        open_hours: open.length / 4,
        booked_hours: booked.length / 4,
        use: share(booked.length, open.length),
        revenue,
        per_open_hour: revenue === null ? null : Math.round((revenue * 4) / open.length),
      }
    })
    expect(byName((await clinic.read('use-by-resource', range)).rows, 'resource')).toEqual(byName(expected, 'resource'))
    for (const row of (await clinic.read('use-by-hour', range)).rows) {
      const isAt = (at: number) =>
        Math.floor((at % 1440) / 60) === Number(String(row.hour).slice(0, 2)) &&
        WEEKDAYS[(Math.floor(at / 1440) + 4) % 7] === row.weekday
      const total = (kind: string, of: 'open' | 'booked') =>
        sum(
          used.filter((one) => one.kind === kind),
          (one) => count(one[of], isAt),
        ) / 4
      const [people, rooms] = ['practitioner', 'room'].map(
        (kind) => [total(kind, 'open'), total(kind, 'booked')] as const,
      )
      expect(row).toEqual({
        weekday: row.weekday,
        hour: row.hour,
        people_open: people![0],
        people_booked: people![1],
        people_use: share(people![1], people![0]),
        rooms_open: rooms![0],
        rooms_booked: rooms![1],
        rooms_use: share(rooms![1], rooms![0]),
      })
    }
    const { totals } = await clinic.read('use-by-hour', range)
    expect(totals.people_booked).toBe(
      sum(
        used.filter(({ kind }) => kind === 'practitioner'),
        (one) => one.booked.length / 4,
      ),
    )
    expect(totals.rooms_open).toBe(
      sum(
        used.filter(({ kind }) => kind === 'room'),
        (one) => one.open.length / 4,
      ),
    )
  })

  test('the report of new clients who come back matches the completed visits after each client’s first visit', async () => {
    const firsts = visitsOn(range).filter(isFirst)
    const expected = grouped(firsts, (one) => startOfMonth(one.appointment_date)).map(([month, visits]) => ({
      month,
      new_clients: visits.length,
      ...Object.fromEntries(
        [30, 90, 180, 365].map((days) => {
          const over = visits.filter((one) => +one.starts_at <= +clinic.now - days * DAY)
          const isBack = (one: Visit) => {
            const next = keptOf(one.client_id)[1]
            return next !== undefined && +next.starts_at <= +one.starts_at + days * DAY
          }
          return [`back_${days}_share`, share(count(over, isBack), over.length)]
        }),
      ),
    }))
    expect(byName((await clinic.read('client-retention', range)).rows, 'month')).toEqual(byName(expected, 'month'))
  })

  test('the report “What clients book next” matches the sequence of each client’s completed visits', async () => {
    const { rows } = await clinic.read('next-services', range)
    expect(inOrder(rows)).toEqual(inOrder(nextServicesOf(clinic, visitsOn(range))))
  })

  test('the report of clients to call lists everyone whose next visit was due in the period and who has none booked', async () => {
    const expected = lapsedClientsOf(clinic, range)
    const { rows, count: all } = await clinic.read('lapsed-clients', range)
    expect(byName(rows, 'client')).toEqual(byName(expected, 'client'))
    expect(all).toBe(expected.length)
  })
})
