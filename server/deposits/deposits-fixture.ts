import { randomUUID } from 'node:crypto'
import { openPrepaidClinic } from '#server/prepaid/prepaid-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { depositsContract, type Deposit, type DepositGroup } from '#shared/deposits/contract.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { depositSettingsContract } from '#shared/deposits/settings-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'

type SettingsBody = Input<typeof depositSettingsContract.save>['body']
type VerifyBody = Input<typeof depositsContract.verify>['body']

/**
 * For tests: a clinic with cash control and an open shift, by default on November 21, 2026, 9:00 AM, that asks clients
 * for a deposit of ₱500 for the peel (₱1,500). The deposit goes back to clients who cancel 24 hours ahead.
 */
export async function openDepositClinic(options: Parameters<typeof openPrepaidClinic>[0] = {}) {
  const clinic = await openPrepaidClinic({
    ...options,
    limits: {
      openBookingsPerClient: 10_000,
      bookingsPerClient: { tries: 100_000, windowSeconds: 60 },
      depositReportsPerVisit: { tries: 100_000, windowSeconds: 60 },
    },
  })
  const { till, asAdmin, asCashier } = clinic
  const { db } = till.server
  await asAdmin(paymentSettingsContract.save, {
    body: { methods: ['cash', 'gcash', 'maya', 'bank_transfer', 'prepaid'], discount_limit: null },
  })
  const saveSettings = async (more: Partial<SettingsBody> = {}) => {
    const body: SettingsBody = {
      is_on: true,
      services: [{ service_id: till.catalogue.serviceId, kind: 'amount', value: 500 }],
      no_shows: null,
      no_show_rule: null,
      hold_hours: 24,
      return_notice_hours: 24,
      note: 'Bring your card.',
      gcash: '0917 555 0101, Mutya Skin',
      maya: null,
      bank_transfer: null,
      ...more,
    }
    return (await asAdmin(depositSettingsContract.save, { body })).data
  }
  await saveSettings()
  const own = (client: TestUser) => till.server.as(client.token)
  /** Books the peel as a client. */
  const book = async (client: TestUser, date = '2026-11-24', time = '09:00:00') =>
    (
      await own(client)(appointmentsContract.book, {
        body: {
          appointment_date: date,
          appointment_time: time,
          treatment_id: till.catalogue.treatmentId,
          service_id: till.catalogue.serviceId,
        },
      })
    ).data
  let booked = 0
  const firstDate = addDays(manilaDate(till.server.clock.now), 51)
  /** Books the peel at a time that no other visit has: every half hour of the open days from `firstDate`. */
  const bookNext = async (client: TestUser) => {
    for (;;) {
      const time = `${String(9 + Math.floor((booked % 16) / 2)).padStart(2, '0')}:${booked % 2 === 0 ? '00' : '30'}:00`
      const date = addDays(firstDate, Math.floor(booked / 16))
      booked += 1
      try {
        return await book(client, date, time)
      } catch (error) {
        if (!(error instanceof ApiError) || error.message !== appointmentMessages.dateClosed) throw error
        // The clinic is closed on this holiday, so the next time is on the next day.
        booked = 16 * Math.ceil(booked / 16)
      }
    }
  }
  /** Reads all deposits of a group, page by page. */
  const list = async (group: DepositGroup) => {
    const all: Deposit[] = []
    for (let page = 1; ; page++) {
      const { data, total } = await asCashier(depositsContract.list, { querystring: { group, page, per_page: 100 } })
      all.push(...data)
      if (all.length >= total) return all
    }
  }
  const verify = async (id: string, body: VerifyBody = { method: 'gcash', reference_number: `GC-${id}` }) =>
    (await asCashier(depositsContract.verify, { params: { id }, body }, { idempotencyKey: randomUUID() })).data
  return {
    ...clinic,
    db,
    saveSettings,
    own,
    book,
    bookNext,
    list,
    verify,
    newClient: (name?: string) => createUser(db, 'client', name ? { name } : {}),
    /** The client's own deposits that are not settled. */
    ownDeposits: async (client: TestUser) => (await own(client)(ownDepositsContract.list, {})).data,
    report: async (client: TestUser, appointmentId: string, reference_number: string) =>
      (
        await own(client)(ownDepositsContract.report, {
          params: { id: appointmentId },
          body: { method: 'gcash', reference_number },
        })
      ).data,
    /** Creates a deposit of ₱500 that a client has paid by GCash. */
    paidDeposit: async (client: TestUser) => {
      const { appointment_id } = await bookNext(client)
      const requested = (await list('requested')).find(({ visit }) => visit.appointment_id === appointment_id)!
      return verify(requested.id)
    },
    refuse: async (id: string, reason = 'No such number') =>
      (await asCashier(depositsContract.refuse, { params: { id }, body: { reason } })).data,
    settle: async (id: string, outcome: 'returned' | 'kept', amount = 500) =>
      (
        await asAdmin(
          depositsContract.settle,
          { params: { id }, body: { outcome, amount, reason: 'Cancelled' } },
          { idempotencyKey: randomUUID() },
        )
      ).data,
    /** The body of a sale of a peel to the client: the deposit pays `amount`, and cash pays the rest. */
    peelWithDeposit: (client: TestUser, depositId: string, amount = 500) =>
      till.order([till.peel()], {
        user_id: client.id,
        customer_name: client.name,
        is_walk_in: false,
        payments: [
          { method: 'prepaid', amount, deposit_id: depositId },
          ...(amount < 1500 ? [{ method: 'cash' as const, amount: 1500 - amount, received: 1500 - amount }] : []),
        ],
      }),
    /** The rows of the report of money paid ahead of November 21, 2026. */
    owed: async () => {
      const { data } = await asAdmin(reportsContract.read, {
        params: { report: 'money-paid-ahead' },
        querystring: { from: '2026-11-21', to: '2026-11-21' },
      })
      const { columns } = reports['money-paid-ahead']
      return data.rows.map((cells) => Object.fromEntries(columns.map(({ key }, i) => [key, cells[i]])))
    },
  }
}
export type DepositClinic = Awaited<ReturnType<typeof openDepositClinic>>
