import { randomUUID } from 'node:crypto'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import type { BenchClinic } from './bench-clinic.ts'
import type { BenchRequest } from './measure.ts'

export type Scenario = {
  name: string
  clients: number
  request: BenchRequest
  headersOf?: () => Record<string, string>
  budget: { perSecond?: number; p99: number }
  /** Names the reference measurement to which the scenario is compared. */
  reference: 'http' | 'booking' | 'checkout' | 'list'
}

/**
 * Returns the date and time of the n-th booking; each n has a different half hour. Every day is used, because the step
 * of nine days and the 280 days have no common divisor.
 */
function nextSlot(clinic: BenchClinic, n: number): { appointment_date: string; appointment_time: string } {
  const day = 81 + ((n * 9) % 280)
  const slot = Math.floor(n / 280) % SLOT_TIMES.length
  return { appointment_date: addDays(clinic.today, day), appointment_time: SLOT_TIMES[slot]! }
}

function bookingBody(clinic: BenchClinic, n: number): string {
  const client = clinic.clients[n % clinic.clients.length]!
  const service = clinic.services[n % clinic.services.length]!
  return JSON.stringify({
    user_id: client.user_id,
    ...nextSlot(clinic, n),
    treatment_id: service.treatment_id,
    service_id: service.id,
  })
}

function checkoutBody(clinic: BenchClinic, n: number): string {
  const client = clinic.clients[n % clinic.clients.length]!
  const service = clinic.services[n % clinic.services.length]!
  const price = toPesos(service.price_centavos)
  const body: CheckoutBody = {
    customer_name: client.name,
    treatments: [
      { service_id: service.id, name: service.name, quantity: 1, price, treatment_id: service.treatment_id },
    ],
    total: price,
    discount: 0,
    is_discounted: 'no',
    total_after_discount: price,
    received_money: price,
    exchange_money: 0,
    payment_method: 'cash',
    user_id: client.user_id,
    appointment_id: `walkin_${n}`,
    is_walk_in: false,
  }
  return JSON.stringify(body)
}

const counter = () => {
  let n = 0
  return () => n++
}

const post = (path: string, body: () => string) => ({ method: 'POST', path, body })

/**
 * Makes scenarios of visitors who look for a free time. Consecutive calls ask for different days, so that they share no
 * response.
 */
export function freeTimeScenarios(clinic: BenchClinic): Scenario[] {
  const next = counter()
  const day = () => addDays(clinic.today, next() % 60)
  return [
    {
      name: 'free-slot reads, 50 connections',
      clients: 50,
      request: post(appointmentsContract.unavailableTimes.url, () => JSON.stringify({ date: day() })),
      budget: { perSecond: 2_000, p99: 60 },
      reference: 'http',
    },
    {
      name: 'free times of a service on 14 days, 20 practitioners, 50 connections',
      clients: 50,
      request: {
        method: 'GET',
        path: () => `${availabilityContract.availability.url}?service_id=${clinic.asked}&date=${day()}&days=14`,
      },
      budget: { perSecond: 3_000, p99: 60 },
      reference: 'http',
    },
  ]
}

/** Makes scenarios of bookings and checkouts, on whose responses people at the desk and the till wait. */
export function changeScenarios(clinic: BenchClinic, nextToken: () => string): Scenario[] {
  const headersOf = () => ({ authorization: `Bearer ${nextToken()}` })
  const [booking, sale] = [counter(), counter()]
  return [
    {
      name: 'bookings, 10 connections, spread over rooms and days',
      clients: 10,
      request: post(appointmentsContract.book.url, () => bookingBody(clinic, booking())),
      headersOf,
      budget: { perSecond: 500, p99: 60 },
      reference: 'booking',
    },
    {
      name: 'checkouts, 10 connections',
      clients: 10,
      request: post('/api/transactions', () => checkoutBody(clinic, sale())),
      headersOf: () => ({ ...headersOf(), 'idempotency-key': randomUUID() }),
      budget: { perSecond: 450, p99: 80 },
      reference: 'checkout',
    },
  ]
}

/** Scenarios in which staff read lists, search and open the dashboard. */
export function listScenarios(clinic: BenchClinic, tokens: { cashier: string; admin: string }): Scenario[] {
  const list = (name: string, path: string, token: string, p99 = 50, clients = 20): Scenario => ({
    name,
    clients,
    request: { method: 'GET', path, headers: { authorization: `Bearer ${token}` } },
    budget: { p99 },
    reference: 'list',
  })
  return [
    list('clients, first page', '/api/clients', tokens.cashier),
    list('clients, search by name', '/api/clients?search=bianca%20santos', tokens.cashier),
    list('clients, search by number', '/api/clients?search=0917%2012', tokens.cashier),
    list('client suggestions', '/api/get-client-contact?search=mendo', tokens.cashier),
    list('active appointments', '/api/get-appointments-ByAdmin?scope=active', tokens.cashier),
    list('transactions, first page', '/api/transactions', tokens.cashier),
    list('transactions, search', '/api/transactions?search=bianca%20santos', tokens.cashier),
    list('history logs, first page', '/api/history-logs', tokens.admin),
    list('history logs, search', '/api/history-logs?search=record%204999', tokens.admin),
    list('dashboard, monthly sales', '/api/dashboard/monthly-sales', tokens.admin, 20, 1),
    list('chart with 1,000 photos, first page', `/api/charts/${clinic.clients[0]!.id}/photos`, tokens.admin, 300, 1),
    list('chart with 200 visits, notes', `/api/charts/${clinic.clients[0]!.id}/notes`, tokens.admin, 300, 1),
    list('chart with 1,000 photos, angles', `/api/charts/${clinic.clients[0]!.id}/photo-angles`, tokens.admin, 300, 1),
    list('dashboard, clients', '/api/dashboard/clients', tokens.admin, 20, 1),
  ]
}
