import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { findFittingStarts, readRequestedDays } from '#server/waitlist/fitting-starts.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { DAY_PARTS, type DayPart, type WaitlistState } from '#shared/waitlist/requested-times.ts'
import { logEvent } from './demo-log.ts'
import { emptyRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { insertAll } from './insert-rows.ts'
import { DEMO_LOGINS } from './load-demo.ts'
import { seededRandom } from './random.ts'

type SampleEntry = {
  state: WaitlistState
  /** The first wanted date, in days from today. */
  first: number
  last: number
  parts: readonly DayPart[]
  hoursAgo: number
  /** True for an entry to which a free time is offered within a minute. */
  isOfferedSoon?: true
  /** True for an entry that asks for two services in one visit. */
  isForTwo?: true
}

const entries: readonly SampleEntry[] = [
  { state: 'waiting', first: 1, last: 7, parts: DAY_PARTS, hoursAgo: 0.4, isOfferedSoon: true },
  { state: 'waiting', first: 2, last: 2, parts: ['morning'], hoursAgo: 3 },
  { state: 'waiting', first: 1, last: 5, parts: ['afternoon', 'evening'], hoursAgo: 20, isForTwo: true },
  { state: 'waiting', first: 6, last: 20, parts: ['evening'], hoursAgo: 45 },
  { state: 'taken', first: -3, last: 4, parts: ['morning', 'afternoon'], hoursAgo: 96 },
  { state: 'withdrawn', first: 0, last: 9, parts: DAY_PARTS, hoursAgo: 120 },
  { state: 'expired', first: -9, last: -2, parts: ['morning'], hoursAgo: 260 },
]

const readSample = async (tx: Tx) => ({
  branch: await tx.selectFrom('branches').select('id').executeTakeFirstOrThrow(),
  by: await tx
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('role', '=', 'cashier')
    .orderBy('created_at')
    .executeTakeFirstOrThrow(),
  clients: await tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select(['clients.id', 'users.name', 'users.email'])
    .where('users.closed_at', 'is', null)
    .where('users.contact_number', 'is not', null)
    .orderBy('clients.joined_at', 'desc')
    .limit(entries.length)
    .execute(),
  client: await tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select(['clients.id', 'users.name', 'users.email'])
    .where('users.email', '=', DEMO_LOGINS[2])
    .executeTakeFirstOrThrow(),
  services: await tx
    .selectFrom('services')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(3 * entries.length)
    .execute(),
})

type Sample = Awaited<ReturnType<typeof readSample>>

/** Returns the wanted services and dates of an entry. No two entries want the same service. */
function wishOf({ services }: Sample, index: number, now: Date) {
  const { first, last, parts, isForTwo } = entries[index]!
  const today = manilaDate(now)
  const wished = services.slice(index * 3, index * 3 + (isForTwo ? 2 : 1))
  const [service_id = '', ...further_services] = wished.map(({ id }) => id)
  const days = { first_date: addDays(today, first), last_date: addDays(today, last) }
  const service = wished.map(({ name }) => name).join(' + ')
  return { named: { service, ...days }, wish: { ...days, service_id, further_services, day_parts: [...parts] } }
}

/**
 * Adds waitlist entries in every state to the sample clinic. Only one entry asks for a time that is free in the sample.
 */
export async function addWaitlist(db: Database, now: Date): Promise<void> {
  const random = seededRandom(44)
  const rows = emptyRows()
  await inTransaction(db, async (tx) => {
    const sample = await readSample(tx)
    const { branch, by, clients, client } = sample
    const others = clients.filter(({ email }) => email !== client.email)
    for (const [index, { state, hoursAgo, isOfferedSoon }] of entries.entries()) {
      const created_at = new Date(now.getTime() - hoursAgo * 3_600_000)
      const who = isOfferedSoon ? client : others[index]!
      const { named, wish } = wishOf(sample, index, now)
      const wanted = { ...wish, practitioner_id: null }
      const isOpen = state === 'waiting'
      const read = isOpen && !isOfferedSoon ? await readRequestedDays({ tx, branchId: branch.id, now }, wanted) : null
      const id = idAt(random, created_at)
      await tx
        .insertInto('waitlist_entries')
        .values({
          ...wish,
          id,
          branch_id: branch.id,
          client_id: who.id,
          state,
          passed_over: read ? findFittingStarts(wanted, read, now, 0).map(({ at }) => at) : [],
          counts_since: created_at,
          created_by: by.id,
          created_at,
          updated_at: isOpen ? created_at : new Date(created_at.getTime() + 7_200_000),
        })
        .execute()
      const parameters = { client: who.name, ...named }
      logEvent(rows, random, { at: created_at, by }, { type: 'waitlist.entry.added', subjectId: id, parameters })
    }
    await insertAll(tx, 'events', rows.events)
  })
}
