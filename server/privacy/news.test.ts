import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMergeClinic, type MergeClinic } from '#server/merges/merge-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { authContract } from '#shared/auth/contract.ts'
import { type NewsChannel, newsContract as contract } from '#shared/privacy/news-contract.ts'
import { usersContract } from '#shared/users/contract.ts'

let clinic: MergeClinic
beforeAll(async () => {
  clinic = await openMergeClinic()
})
afterAll(() => clinic.server.close())

const as = ({ token }: { token: string }) => clinic.server.as(token)
const mine = async (user: { token: string }) => (await as(user)(contract.mine, {})).data
const choose = (user: { token: string }, channel: NewsChannel, is_wanted: boolean) =>
  as(user)(contract.chooseMine, { body: { channel, is_wanted } })
const wanted = async (user: { token: string }) =>
  (await mine(user)).filter(({ is_wanted }) => is_wanted).map(({ channel }) => channel)
const rowsOf = ({ id }: TestUser) =>
  clinic.server.db.selectFrom('news_choices').selectAll().where('person_id', '=', id).orderBy('id').execute()
const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
const logsOf = async (id: string) =>
  (await logEntries(clinic.server.db, { subject_id: id }))
    .filter(({ event }) => event === 'privacy.news.changed')
    .map(({ action, user_name }) => [action, user_name])

const visitOf = (appointment_date: string, appointment_time: string) => ({
  appointment_date,
  appointment_time,
  treatment_id: clinic.catalogue.treatmentId,
  service_id: clinic.catalogue.serviceId,
  contact_number: null,
})

const register = (email: string, more: object = {}) =>
  clinic.server.as(null)(authContract.register, {
    body: { name: 'Carla Mendoza', email, password: 'pearl of the orient', ...more },
  })

test('registering subscribes to news by e-mail or by SMS only if the box for it is ticked; each answer is stored with date and source', async () => {
  expect(await wanted(await register('plain@example.ph'))).toEqual([])
  const carla = await register('news@example.ph', { news: ['email'] })
  expect(await mine(carla)).toEqual([
    {
      channel: 'email',
      is_wanted: true,
      given_at: '2026-11-21T09:00:00+08:00',
      given_where: 'registration',
      withdrawn_at: null,
      withdrawn_where: null,
    },
    {
      channel: 'sms',
      is_wanted: false,
      given_at: null,
      given_where: null,
      withdrawn_at: '2026-11-21T09:00:00+08:00',
      withdrawn_where: 'registration',
    },
  ])
  expect(await logsOf(carla.user.id)).toEqual([
    ['News by e-mail for Carla Mendoza: wanted (at registration)', 'Carla Mendoza'],
  ])
})

test('booking records an unticked news box as an answer, but does not revoke an earlier subscription', async () => {
  const body = { ...visitOf('2026-12-02', '09:00:00'), news: [] }
  const answers = async (person: TestUser) => (await mine(person)).map((each) => [each.is_wanted, each.withdrawn_where])
  const unasked = await createUser(clinic.server.db, 'client', { name: 'Ella Uy' })
  expect(await answers(unasked)).toEqual([
    [false, null],
    [false, null],
  ])
  await as(unasked)(appointmentsContract.book, { body })
  expect(await answers(unasked)).toEqual([
    [false, 'booking'],
    [false, 'booking'],
  ])
  // A box that is left unticked when booking does not revoke an earlier agreement to news.
  const keen = await createUser(clinic.server.db, 'client', { name: 'Fe Sy' })
  await choose(keen, 'email', true)
  await as(keen)(appointmentsContract.book, { body: { ...visitOf('2026-12-03', '09:00:00'), news: ['sms'] } })
  expect(await answers(keen)).toEqual([
    [true, null],
    [true, null],
  ])
  expect(await logsOf(unasked.id)).toEqual([])
})

test('a client subscribes to news and unsubscribes in the profile; each change is logged once, even if it is sent again', async () => {
  const ana = await createUser(clinic.server.db, 'client', { name: 'Ana Reyes' })
  await choose(ana, 'sms', true)
  await Promise.all([choose(ana, 'sms', true), choose(ana, 'sms', true)])
  at('2026-11-22T10:00:00')
  await choose(ana, 'sms', false)
  const [, sms] = await mine(ana)
  expect(sms).toMatchObject({
    is_wanted: false,
    given_at: '2026-11-21T09:00:00+08:00',
    given_where: 'profile',
    withdrawn_at: '2026-11-22T10:00:00+08:00',
    withdrawn_where: 'profile',
  })
  expect(await rowsOf(ana)).toHaveLength(2)
  expect((await logsOf(ana.id)).map(([action]) => action)).toEqual([
    'News by SMS for Ana Reyes: wanted (in the profile)',
    'News by SMS for Ana Reyes: no more (in the profile)',
  ])
})

test('a client who ticks news while booking gets it from then on; staff cannot subscribe a client while booking', async () => {
  const bea = await createUser(clinic.server.db, 'client', { name: 'Bea Lim' })
  const visit = visitOf('2026-12-01', '09:00:00')
  await as(bea)(appointmentsContract.book, { body: { ...visit, news: ['email', 'sms'] } })
  expect((await mine(bea)).map(({ given_where }) => given_where)).toEqual(['booking', 'booking'])
  const body = { ...visit, appointment_time: '10:00:00', user_id: bea.id, news: ['email' as const] }
  expect(await errorOf(clinic.admin(appointmentsContract.book, { body }))).toMatchObject({
    status: 403,
    message: appointmentMessages.onlyClientsWantNews,
  })
})

test('the client’s page shows staff who recorded the news setting and when, and lets them record an answer', async () => {
  const cora = await createUser(clinic.server.db, 'client', { name: 'Cora Tan' })
  const params = { id: cora.clientId! }
  const { data } = await clinic.admin(contract.chooseForClient, { params, body: { channel: 'email', is_wanted: true } })
  expect(data[0]).toMatchObject({ is_wanted: true, given_where: 'desk', given_by: expect.any(String) })
  await choose(cora, 'email', false)
  const [email] = (await clinic.admin(contract.ofClient, { params })).data
  expect(email).toMatchObject({ is_wanted: false, withdrawn_where: 'profile', withdrawn_by: null })
  expect(JSON.stringify(await mine(cora))).not.toContain(data[0]!.given_by)
  const unknown = { id: '01900000-0000-7000-8000-00000000ffff' }
  expect((await errorOf(clinic.admin(contract.ofClient, { params: unknown }))).status).toBe(404)
})

test('after a merge the latest answer about news applies, and undoing the merge restores the answers of each record', async () => {
  const kept = await createUser(clinic.server.db, 'client', { name: 'Dina Cruz' })
  const other = await createUser(clinic.server.db, 'client', { name: 'Dina Cruz' })
  at('2026-11-23T09:00:00')
  await choose(kept, 'email', true)
  await choose(kept, 'sms', true)
  at('2026-11-24T09:00:00')
  await choose(other, 'sms', true)
  await choose(other, 'sms', false)
  const before = await mine(kept)
  await clinic.merge(kept, other)
  expect(await wanted(kept)).toEqual(['email'])
  await clinic.undo(kept)
  expect(await mine(kept)).toEqual(before)
  expect(await rowsOf(other)).toHaveLength(2)
})

test('closing an account ends the client’s news, and does not change recorded answers', async () => {
  const ella = await createUser(clinic.server.db, 'client', { name: 'Ella Go' })
  await choose(ella, 'email', true)
  at('2026-11-25T09:00:00')
  await clinic.admin(usersContract.remove, { params: { id: ella.id } })
  expect(await rowsOf(ella)).toMatchObject([
    { is_wanted: true, chosen_where: 'profile' },
    { is_wanted: false, chosen_where: 'closing', chosen_at: new Date('2026-11-25T09:00:00+08:00') },
  ])
  const change = clinic.server.db.updateTable('news_choices').set({ is_wanted: true }).execute()
  await expect(change).rejects.toThrow(/permission denied/)
  await expect(sql`truncate news_choices`.execute(clinic.server.db)).rejects.toThrow()
})
