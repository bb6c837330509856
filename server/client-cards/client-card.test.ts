import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { findBirthDate } from '#server/clients/public.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { clientCardsContract as cards, emptyCard, type ClientCard } from '#shared/client-cards/contract.ts'
import { clientCardMessages as s } from '#shared/client-cards/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'

let clinic: ChartClinic
beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())

const newClient = (name: string) => createUser(clinic.server.db, 'client', { name })
const cardOf = async ({ clientId }: TestUser): Promise<ClientCard> =>
  (await clinic.asCashier(cards.card, { params: { id: clientId! } })).data

/** Saves a client card whose values stay as they are now, except the given ones. */
async function save(client: TestUser, values: Partial<ClientCard>): Promise<ClientCard> {
  const { version, birth_date_of_id: _, ...before } = await cardOf(client)
  const input = { params: { id: client.clientId! }, body: { ...before, ...values } }
  return (await clinic.asCashier(cards.save, input, ifMatchVersion(version))).data
}

test('the desk fills in a client card, a stale form is rejected with the newer values, and the log names the fields without their values', async () => {
  const { bianca, asCashier, server } = clinic
  expect(await cardOf(bianca)).toEqual({ ...emptyCard, birth_date_of_id: null, version: 0 })
  const saved = await save(bianca, {
    birth_date: '1992-11-24',
    sex: 'female',
    address: '12 Mabini St, Makati',
    emergency_name: 'Jose Garcia',
    emergency_number: '0917 555 0000',
    tags: ['VIP', 'vip', 'Acne program'],
  })
  expect(saved).toMatchObject({ birth_date: '1992-11-24', sex: 'female', tags: ['VIP', 'Acne program'], version: 1 })
  expect(await findBirthDate(server.db as never, bianca.clientId)).toBe('1992-11-24')
  const stale = asCashier(cards.save, { params: { id: bianca.clientId }, body: { ...emptyCard } }, ifMatchVersion(0))
  expect(await errorOf(stale)).toMatchObject({ status: 409, code: 'stale', data: { birth_date: '1992-11-24' } })
  expect((await save(bianca, {})).version).toBe(1)
  const { changes, ...event } = await server.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'client-cards.card.changed')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify([changes, event])).not.toMatch(/1992|Mabini|Jose|VIP/)
})

test('a client card with a birth date in the future or before 1900, or an emergency number without a name, is refused', async () => {
  const { bianca } = clinic
  const wrong = async (values: Partial<ClientCard>) => (await errorOf(save(bianca, values))).errors
  expect(await wrong({ birth_date: '2026-11-24' })).toEqual({ birth_date: [s.birthInFuture] })
  expect(await wrong({ birth_date: '1892-01-01' })).toEqual({ birth_date: [s.birthTooLongAgo] })
  expect(await wrong({ emergency_name: null })).toEqual({ emergency_name: [s.emergencyNeedsName] })
  expect(await cardOf(bianca)).toMatchObject({ birth_date: '1992-11-24', emergency_name: 'Jose Garcia' })
})

test('a tag on a client card gets the spelling that the clinic already uses, and the client list can be filtered by tag', async () => {
  const [ana, leo] = [await newClient('Ana Uy'), await newClient('Leo Sy')]
  expect((await save(ana, { tags: ['acne PROGRAM'] })).tags).toEqual(['Acne program'])
  await save(leo, { tags: ['Staff'] })
  const { data } = await clinic.asCashier(cards.tags, {})
  expect(data[0]).toEqual({ tag: 'Acne program', clients: 2 })
  const found = await clinic.asCashier(clientsContract.list, { querystring: { tag: 'Acne program' } })
  expect(found.total).toBe(2)
  expect(found.clients.map(({ name }) => name).toSorted()).toEqual(['Ana Uy', 'Bianca Garcia'])
  const named = await clinic.asCashier(clientsContract.list, { querystring: { tag: 'Acne program', search: 'Uy' } })
  expect(named.clients.map(({ name }) => name)).toEqual(['Ana Uy'])
})

test('for a client card without a birth date, the birth date on the client’s Senior Citizen card is suggested', async () => {
  const lola = await newClient('Lola Ramos')
  await clinic.server.db
    .insertInto('client_cards')
    .values({
      client_id: lola.clientId!,
      kind: 'senior',
      id_number: '123',
      name: 'Lola Ramos',
      birth_date: '1950-05-05',
      seen_at: clinic.server.clock.now,
    })
    .execute()
  expect(await cardOf(lola)).toMatchObject({ birth_date: null, birth_date_of_id: '1950-05-05' })
  expect(await save(lola, { birth_date: '1950-05-05' })).toMatchObject({ birth_date_of_id: null })
})

async function merge(kept: TestUser, other: TestUser) {
  const [id, other_id] = [kept.clientId!, other.clientId!]
  const { data: seen } = await clinic.asAdmin(mergesContract.compare, { params: { id, other_id } })
  const own = 'kept' as const
  const takes = { name: own, email: own, contact_number: own, location: own, photo: own, note: own }
  const body = { other_id, other_version: seen.other.version, takes }
  await clinic.asAdmin(mergesContract.merge, { params: { id }, body }, ifMatchVersion(seen.kept.version))
}

async function undoMerge({ clientId }: TestUser) {
  const { data } = await clinic.asAdmin(mergesContract.last, { params: { id: clientId! } })
  await clinic.asAdmin(mergesContract.undo, { params: { id: clientId! }, body: { merge_id: data!.id } })
}

test('after a merge the remaining client’s card shows missing values from the merged client’s card until it is saved; undoing restores the merged client’s card', async () => {
  const [kept, other] = [await newClient('Maria Cruz'), await newClient('Ma. Cruz')]
  await save(kept, { address: 'Makati', tags: ['Old'] })
  await save(other, { address: 'Pasig', sex: 'female', tags: ['Other'] })
  await merge(kept, other)
  expect(await cardOf(kept)).toMatchObject({ address: 'Makati', sex: 'female', tags: ['Old', 'Other'], version: 2 })
  const listed = await clinic.asCashier(clientsContract.list, { querystring: { tag: 'Other' } })
  expect(listed.clients.map(({ name }) => name)).toEqual(['Maria Cruz'])
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 60_000)
  await save(kept, { sex: null, tags: ['Old'] })
  expect(await cardOf(kept)).toMatchObject({ address: 'Makati', sex: null, tags: ['Old'] })
  expect((await clinic.asCashier(clientsContract.list, { querystring: { tag: 'Other' } })).total).toBe(0)
  await undoMerge(kept)
  expect(await cardOf(other)).toMatchObject({ address: 'Pasig', sex: 'female', tags: ['Other'] })
})

test('practitioners see only the client cards of their own clients; nobody sees a client card while no clinical record is kept', async () => {
  const { bianca, asReyes, asCruz, asAdmin, server } = clinic
  const card = { params: { id: bianca.clientId } }
  expect((await asReyes(cards.card, card)).data.sex).toBe('female')
  expect(await errorOf(asCruz(cards.card, card))).toMatchObject({ status: 403 })
  await server.db.updateTable('chart_settings').set({ is_on: false }).execute()
  expect(await errorOf(asAdmin(cards.card, card))).toMatchObject({ status: 404 })
  expect(await errorOf(asAdmin(cards.tags, {}))).toMatchObject({ status: 404 })
  await server.db.updateTable('chart_settings').set({ is_on: true }).execute()
})
