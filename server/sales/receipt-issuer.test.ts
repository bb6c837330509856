import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openTill, type Till } from './till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.server.close())

/** Saves the clinic's profile as an admin. */
async function saveProfile(changes: Partial<Input<typeof clinicContract.save>['body']>): Promise<void> {
  const admin = till.server.as((await createUser(till.server.db, 'admin')).token)
  const {
    needs_setup: _setup,
    logo_id: _logo,
    version: _version,
    ...profile
  } = (await admin(clinicContract.read, {})).data
  await admin(clinicContract.save, { body: { ...profile, ...changes } })
}

const clinicOf = async (id: string, token = till.cashier.token) =>
  (await till.server.as(token)(salesContract.receipt, { params: { id } })).data.clinic

test('a copy of a receipt has the header and footer of its original, even if the clinic was renamed since', async () => {
  const before = {
    name: 'Ganda Clinic',
    address: '1 Rizal Street, Cebu City',
    phone: '+63 32 555 0111',
    tin: '111-222-333-000',
    receipt_foot: 'Salamat po.',
  }
  await saveProfile({ ...before, email: 'hello@ganda.ph' })
  const old = await till.send(till.order([till.peel()]))
  const after = {
    name: 'Mutya Clinic',
    address: '2 Ayala Avenue, Makati',
    phone: '+63 2 8555 0222',
    tin: '999-888-777-000',
    receipt_foot: 'Come again.',
  }
  await saveProfile({ ...after, email: 'hello@mutya.ph' })
  const fresh = await till.send(till.order([till.peel()]))
  expect(await clinicOf(old.id)).toEqual(before)
  expect(await clinicOf(old.id, till.client.token)).toEqual(before)
  expect(await clinicOf(fresh.id)).toEqual(after)
})
