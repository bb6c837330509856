import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireFirstVisits } from '#server/jobs/job-list.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { depositSettingsMessages as t } from '#shared/deposits/messages.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { depositSettingsContract } from '#shared/deposits/settings-contract.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { paymentSettingsMessages } from '#shared/sales/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

let clinic: DepositClinic
beforeAll(async () => {
  clinic = await openDepositClinic()
})
afterAll(() => clinic.till.server.close())

const visitOf = (id: string) =>
  clinic.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const termsFor = async (token: string | null, ...services: string[]) =>
  (
    await clinic.till.server.as(token)(token === null ? ownDepositsContract.terms : ownDepositsContract.ownTerms, {
      querystring: { service_ids: services.join(',') },
    })
  ).data

describe('the deposit of a booking', () => {
  test('is shown before booking, keeps the time reserved for a day, and is never more than the price', async () => {
    const { serviceId, otherServiceId } = clinic.till.catalogue
    const terms = { amount: 500, hold_hours: 24, policy: { return_notice_hours: 24, note: 'Bring your card.' } }
    expect(await termsFor(null, serviceId, otherServiceId)).toEqual(terms)
    expect(await termsFor(null, otherServiceId)).toBeNull()
    expect(await termsFor(clinic.admin.token, serviceId)).toBeNull()
    const client = await clinic.newClient()
    const { appointment_id, held_until } = await clinic.book(client)
    expect(held_until).toBe('2026-11-22T09:00:00+08:00')
    expect(await clinic.ownDeposits(client)).toEqual([
      {
        appointment_id,
        status: 'requested',
        amount: 500,
        held_until,
        report: null,
        refused_reason: null,
        policy: terms.policy,
      },
    ])
    await clinic.saveSettings({ services: [{ service_id: serviceId, kind: 'amount', value: 9000 }] })
    expect(await termsFor(client.token, serviceId)).toMatchObject({ amount: 1500 })
    await clinic.saveSettings({ services: [{ service_id: serviceId, kind: 'percent', value: 33 }] })
    expect(await termsFor(client.token, serviceId)).toMatchObject({ amount: 495 })
    await clinic.saveSettings()
    expect(await clinic.ownDeposits(client)).toMatchObject([{ amount: 500 }])
  })

  test('is asked neither of staff nor for a service that a package covers, and of nobody while deposits are off', async () => {
    const { serviceId } = clinic.till.catalogue
    await clinic.saveSettings({ is_on: false })
    expect(await termsFor(null, serviceId)).toBeNull()
    const client = await clinic.newClient()
    expect(await clinic.book(client, '2026-11-25')).toMatchObject({ held_until: null })
    expect(await clinic.ownDeposits(client)).toEqual([])
    await clinic.saveSettings()
    const booked = await clinic.asCashier(appointmentsContract.book, {
      body: {
        user_id: client.id,
        appointment_date: '2026-11-26',
        appointment_time: '09:00:00',
        treatment_id: clinic.till.catalogue.treatmentId,
        service_id: serviceId,
      },
    })
    expect(booked.data.held_until).toBeNull()
    expect(await clinic.ownDeposits(client)).toEqual([])
    const offered = await clinic.asAdmin(packagesContract.save, {
      params: { id: randomUUID() },
      body: {
        name: 'Glow Package',
        price: 5000,
        services: [{ service_id: serviceId, sessions: 1 }],
        validity: 'none',
        validity_months: null,
        is_transferable: false,
        is_active: true,
      },
    })
    const sale = { package_id: offered.data.id, user_id: client.id, price: 5000, method: 'cash' as const }
    await clinic.asCashier(packagesContract.sell, { body: sale }, { idempotencyKey: randomUUID() })
    expect(await termsFor(client.token, serviceId)).toBeNull()
    expect(await termsFor(null, serviceId)).toMatchObject({ amount: 500 })
  })

  test('is asked for a visit after the last day of the package that covers its service, and for no visit until then', async () => {
    const { serviceId } = clinic.till.catalogue
    const client = await clinic.newClient()
    const { data: offered } = await clinic.asAdmin(packagesContract.save, {
      params: { id: randomUUID() },
      body: {
        name: 'Month Package',
        price: 2000,
        services: [{ service_id: serviceId, sessions: 2 }],
        validity: 'sale',
        validity_months: 1,
        is_transferable: false,
        is_active: true,
      },
    })
    const sale = { package_id: offered.id, user_id: client.id, price: 2000, method: 'cash' as const }
    await clinic.asCashier(packagesContract.sell, { body: sale }, { idempotencyKey: randomUUID() })
    const termsOn = async (date: CivilDate) => {
      const querystring = { service_ids: serviceId, date }
      return (await clinic.own(client)(ownDepositsContract.ownTerms, { querystring })).data
    }
    expect(await termsOn('2026-12-21')).toBeNull()
    expect(await termsOn('2026-12-22')).toMatchObject({ amount: 500 })
    expect(await clinic.book(client, '2026-12-21')).toMatchObject({ held_until: null })
    const { appointment_id } = await clinic.book(client, '2026-12-22')
    expect(await clinic.ownDeposits(client)).toMatchObject([{ appointment_id, amount: 500 }])
  })

  test('is asked for every visit of a client whose no-shows have reached the number in the settings', async () => {
    const { otherServiceId } = clinic.till.catalogue
    await clinic.saveSettings({ services: [], no_shows: 1, no_show_rule: { kind: 'percent', value: 50 } })
    const client = await clinic.newClient()
    expect(await termsFor(client.token, otherServiceId)).toBeNull()
    const { appointment_id } = await clinic.book(client, '2026-11-27')
    const cancel = { status: 'cancelled' as const, reason: 'no-show' as const }
    await clinic.asCashier(appointmentsContract.updateStatus, { params: { id: appointment_id }, body: cancel })
    // Half of ₱2,500.50, in whole pesos.
    expect(await termsFor(client.token, otherServiceId)).toMatchObject({ amount: 1250 })
    expect(await termsFor(null, otherServiceId)).toBeNull()
    await clinic.saveSettings()
  })

  test.each(['confirmed', 'cancelled'] as const)(
    'must still be paid by the same time after staff marked the visit as %s by mistake and undid this',
    async (status) => {
      const client = await clinic.newClient()
      const { appointment_id: id } = await clinic.book(client, status === 'confirmed' ? '2026-12-15' : '2026-12-16')
      const { lapses_at } = await visitOf(id)
      expect(lapses_at).not.toBeNull()
      const body = status === 'cancelled' ? { status, reason: 'no-show' as const } : { status }
      await clinic.asCashier(appointmentsContract.updateStatus, { params: { id }, body })
      expect(await visitOf(id)).toMatchObject({ status, lapses_at: null })
      await clinic.asCashier(visitContract.undo, { params: { id }, body: {} })
      expect(await visitOf(id)).toMatchObject({ status: 'pending', lapses_at })
    },
  )

  test('a visit whose deposit is not verified in time is cancelled, even if the client has become a known client in the meantime', async () => {
    const client = await clinic.newClient()
    const { appointment_id } = await clinic.book(client, '2026-11-28')
    await clinic.report(client, appointment_id, 'LATE-1')
    const expireAt = (now: string) => expireFirstVisits(clinic.db, new Date(now), () => undefined)
    await expireAt('2026-11-22T08:59:00+08:00')
    expect(await visitOf(appointment_id)).toMatchObject({ status: 'pending' })
    await expireAt('2026-11-22T09:00:00+08:00')
    expect(await visitOf(appointment_id)).toMatchObject({ status: 'cancelled', cancel_reason: 'lapsed' })
    // The money may have arrived all the same, so the report still waits for an answer.
    const reported = (await clinic.list('reported')).find(({ visit }) => visit.appointment_id === appointment_id)!
    expect(await clinic.verify(reported.id)).toMatchObject({ status: 'paid', by_policy: 'returned' })
    expect(await visitOf(appointment_id)).toMatchObject({ status: 'cancelled' })
  })
})

test('the settings for deposits need prepaid money, which cannot be switched off while deposits are on, offered services and whole percentages, and a stale form is refused', async () => {
  const { serviceId } = clinic.till.catalogue
  const save = clinic.saveSettings
  expect(await errorOf(save({ services: [{ service_id: serviceId, kind: 'percent', value: 101 }] }))).toMatchObject({
    errors: { 'services.0.value': [t.percentRange] },
  })
  expect(await errorOf(save({ services: [{ service_id: randomUUID(), kind: 'amount', value: 5 }] }))).toMatchObject({
    errors: { 'services.0.service_id': [t.serviceUnknown] },
  })
  expect(await errorOf(save({ no_shows: 2, no_show_rule: null }))).toMatchObject({
    errors: { no_show_rule: [t.valueRequired] },
  })
  const read = await clinic.asAdmin(depositSettingsContract.read, {})
  expect(read.services.map(({ name }) => name)).toContain('Diamond peel')
  const { version, ...body } = read.data
  const stale = clinic.asAdmin(depositSettingsContract.save, { body }, { headers: { 'if-match': String(version - 1) } })
  expect(await errorOf(stale)).toMatchObject({ status: 409, data: { version } })
  const cash = { body: { methods: ['cash' as const], discount_limit: null } }
  expect(await errorOf(clinic.asAdmin(paymentSettingsContract.save, cash))).toMatchObject({
    status: 409,
    message: paymentSettingsMessages.depositsOn,
  })
  await save({ is_on: false })
  await clinic.asAdmin(paymentSettingsContract.save, cash)
  expect(await errorOf(save())).toMatchObject({ status: 409, message: t.prepaidOff })
})
