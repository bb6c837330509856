import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inRead } from '#server/db/transactions.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { permissionsOf, type Permission } from '#shared/auth/permissions.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { searchContract } from '#shared/search/contract.ts'
import { searchAll } from './find.ts'

let till: Till

beforeAll(async () => {
  till = await openTill({ now: new Date('2026-11-21T07:00:00+08:00') })
  const { server, client, catalogue } = till
  await server.as(till.cashier.token)(clientsContract.create, {
    body: { name: 'Maria Bianca Cruz', contact_number: '0917 555 1234' },
  })
  await createUser(server.db, 'cashier', { name: 'Bianca of the Desk' })
  await till.appointment(client)
  await till.appointment(till.otherClient, 'cancelled')
  await server.as(till.cashier.token)(appointmentsContract.book, {
    body: {
      user_id: client.id,
      appointment_date: '2026-11-25',
      appointment_time: '10:00:00',
      treatment_id: catalogue.treatmentId,
      service_id: catalogue.otherServiceId,
    },
  })
  await till.send(till.order([till.carbon()], { payment_method: 'gcash', reference_number: 'GC 9988-776655' }))
  await till.send(till.order([till.peel()]))
})
afterAll(() => till.server.close())

const search = async (q: string) =>
  (await till.server.as(till.cashier.token)(searchContract.find, { querystring: { q } })).data

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('the clinic-wide search', () => {
  test('a search finds clients by name regardless of accents, those whose name starts with the typed text first, and no staff', async () => {
    expect(names((await search('bianca')).clients)).toEqual(['Bianca Peña', 'Maria Bianca Cruz'])
    expect(names((await search('pena bianca')).clients)).toEqual(['Bianca Peña'])
  })

  test.each(['0917 555', '+63 917 5551234', '5551234'])('finds a client by the phone number %s', async (q) => {
    expect(names((await search(q)).clients)).toEqual(['Maria Bianca Cruz'])
  })

  test('finds a client by part of the email', async () => {
    expect(names((await search('jessa@exam')).clients)).toEqual(['Jessa Bautista'])
  })

  test('a search finds visits of the matching clients, the next one first, and no cancelled ones', async () => {
    const { visits } = await search('bianca')
    expect(
      visits.map(({ name, service_name, appointment_date, appointment_time }) => [
        name,
        service_name,
        appointment_date,
        appointment_time,
      ]),
    ).toEqual([
      ['Bianca Peña', 'Diamond peel', '2026-11-21', '08:00:00'],
      ['Bianca Peña', 'Hydra glow', '2026-11-25', '10:00:00'],
    ])
    expect((await search('jessa')).visits).toEqual([])
  })

  test('finds the visits of a day, for everybody or a named client', async () => {
    const days = async (q: string) => (await search(q)).visits.map(({ appointment_date }) => appointment_date)
    expect(await days('nov 25')).toEqual(['2026-11-25'])
    expect(await days('bianca today')).toEqual(['2026-11-21'])
    expect(await days('jessa nov 25')).toEqual([])
    expect(names((await search('bianca nov 25')).clients)).toEqual(['Bianca Peña', 'Maria Bianca Cruz'])
  })

  test.each([
    ['000001', [1]],
    ['#2', [2]],
    ['Receipt 2', [2]],
    ['GC9988', [1]],
    ['776655', [1]],
  ])('finds for «%s» the receipts %j', async (q, receipts) => {
    expect((await search(q)).receipts.map(({ receipt_number }) => receipt_number)).toEqual(receipts)
  })

  test('shows for a receipt the client, the amount and which of its numbers matched', async () => {
    expect((await search('GC9988')).receipts).toMatchObject([
      { customer_name: 'Bianca Peña', total: 5000, reference_number: 'GC 9988-776655', business_date: '2026-11-21' },
    ])
  })

  test('finds services by their name or treatment', async () => {
    expect((await search('hydra')).services).toMatchObject([
      { service_name: 'Hydra glow', treatment_name: 'Facials', price: 2500.5, duration_minutes: 30 },
    ])
    expect((await search('facials')).services).toHaveLength(2)
  })

  test.each(["'; drop table people; --", '%%', '__', '\\\\', 'ñ́ñ́', '2026-02-31', '999999999999999'])(
    'treats «%s» as plain text, and finds nothing',
    async (q) => {
      expect(await search(q)).toEqual({ clients: [], visits: [], receipts: [], services: [] })
    },
  )

  test('a search needs at least two characters', async () => {
    expect(await errorOf(search('1'))).toMatchObject({ status: 422, errors: { q: ['Type at least 2 characters.'] } })
  })

  test('a search returns at most five results of each kind', async () => {
    for (let i = 0; i < 6; i++) await createUser(till.server.db, 'client', { name: `Zenaida ${i}` })
    expect((await search('zenaida')).clients).toHaveLength(5)
  })
})

describe('a search omits what the user may not read', () => {
  const every = [...permissionsOf('admin')]
  /**
   * The kinds of results that a user with these permissions finds: clients and visits by "bianca", receipts by a
   * reference number, and services by a name.
   */
  const kinds = async (permissions: readonly Permission[]) => {
    const user = { permissions: new Set(permissions) } as Partial<Principal> as Principal
    const now = till.server.clock.now
    const found = (q: string) =>
      inRead(till.server.appDb, (tx) =>
        searchAll({ tx, user, now, branchId: MAIN_BRANCH_ID } as ReadContext<Principal>, q),
      )
    const [people, receipts, services] = [await found('bianca'), await found('GC9988'), await found('hydra')]
    const all = { ...people, receipts: receipts.receipts, services: services.services }
    return Object.entries(all).flatMap(([kind, rows]) => (rows.length > 0 ? [kind] : []))
  }

  test('with every permission results of each kind are found', async () => {
    expect(await kinds(every)).toEqual(['clients', 'visits', 'receipts', 'services'])
  })

  test.each([
    ['clients.read', 'clients'],
    ['appointments.manage', 'visits'],
    ['sales.read', 'receipts'],
    ['catalogue.read', 'services'],
  ] as const)('without %s there are no %s', async (permission, kind) => {
    const left = await kinds(every.filter((other) => other !== permission))
    expect(left).toEqual(['clients', 'visits', 'receipts', 'services'].filter((other) => other !== kind))
  })

  test('without any permission nothing is found', async () => {
    expect(await kinds(['search.use'])).toEqual([])
  })
})
