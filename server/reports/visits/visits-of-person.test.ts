import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import {
  byName,
  count,
  inOrder,
  isKept,
  lapsedClientsOf,
  nextServicesOf,
  openClinic,
  outcomes,
  useOf,
  type RecountedClinic,
  type Visit,
} from './recounted-visits-fixture.ts'

let clinic: RecountedClinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.server.close())

const range = { from: '2026-08-01', to: '2026-11-21' }
const isFirst = (one: Visit) =>
  isKept(one) &&
  !clinic.visits.some((other) => isKept(other) && other.client_id === one.client_id && other.starts_at < one.starts_at)

test('reports limited to a practitioner have only the visits, new clients, hours and sales of this person', async () => {
  const { id: person_id, name } = clinic.resources.find((one) => one.name === 'Dra. Reyes')!
  const read = (report: ReportName) => clinic.read(report, { ...range, person_id })
  const visits = clinic.visits.filter(
    (one) =>
      one.practitioner_id === person_id && one.appointment_date >= range.from && one.appointment_date <= range.to,
  )
  const booked = useOf(clinic, { id: person_id }, range).booked.length / 4
  expect((await read('visits-by-day')).totals).toMatchObject({
    visits: visits.length,
    kept: count(visits, isKept),
    new_clients: count(visits, isFirst),
    till_sales: 0,
  })
  expect((await read('visits-by-source')).totals).toMatchObject({ visits: visits.length, till_sales: 0 })
  const atDesk = visits.filter(({ created_by }) =>
    clinic.users.some(({ id, role }) => id === created_by && role !== 'client'),
  )
  expect((await read('bookings-by-cashier')).totals).toMatchObject(outcomes(atDesk))
  expect((await read('use-by-hour')).totals).toMatchObject({ people_booked: booked, rooms_booked: 0 })
  expect((await read('client-retention')).totals).toMatchObject({ new_clients: count(visits, isFirst) })
  const used = byName((await clinic.read('use-by-resource', range)).rows, 'resource')[name]!
  expect((await read('use-by-resource')).rows).toEqual([used])
  const sales = clinic.documents.filter(
    (one) =>
      one.kind === 'sale' &&
      one.business_date >= range.from &&
      one.business_date <= range.to &&
      clinic.visits.some(({ id, practitioner_id }) => id === one.appointment_id && practitioner_id === person_id),
  )
  const clients = new Set(sales.map(({ client_id, id }) => client_id ?? id)).size
  expect((await read('visits-compared')).rows[0]).toMatchObject({
    visits: visits.length,
    new_clients: count(visits, isFirst),
    revenue: used.revenue,
    per_client: Math.round(Number(used.revenue) / clients),
    per_open_hour: used.per_open_hour,
  })
  const { rows: next } = await read('next-services')
  expect(next.length).toBeGreaterThan(0)
  expect(inOrder(next)).toEqual(inOrder(nextServicesOf(clinic, visits)))
  const { rows: lapsed } = await read('lapsed-clients')
  expect(lapsed.length).toBeGreaterThan(0)
  expect(byName(lapsed, 'client')).toEqual(byName(lapsedClientsOf(clinic, range, person_id), 'client'))
  await expect(read('visits-by-practitioner')).rejects.toMatchObject({ status: 422, message: s.noPerson })
})
