import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { emptyCard, type CardFacts } from '#shared/client-cards/contract.ts'
import { clientCardEvents } from '#shared/client-cards/events.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import { logEvent } from '../demo/demo-log.ts'
import { emptyRows } from '../demo/demo-rows.ts'
import { insertAll } from '../demo/insert-rows.ts'
import { DEMO_LOGINS } from '../demo/load-demo.ts'
import { firstNames, lastNames, places } from '../demo/people-content.ts'
import { seededRandom, type Random } from '../demo/random.ts'

const CARDS = 30
const MINUTE_MS = 60_000

const streets = ['Mabini St', 'Katipunan Ave', 'Scout Tobias St', 'Kamuning Rd', 'Maginhawa St', 'Tomas Morato Ave']
const relations = ['husband', 'wife', 'mother', 'sister', 'brother', 'daughter']
const referrals = ['Facebook', 'Instagram', 'Google', 'Walked past the clinic', 'Dr. Santos, dermatologist']
const tags = ['VIP', 'Acne program', 'Bride', 'Prefers SMS', 'Lives abroad', 'Works nights']

/** Everybody is an adult, because forms of minors need the signature of a guardian. */
const OLDEST = '1958-01-01'
const BIRTH_DAYS = 49 * 365

type SampleClient = { id: string; name: string; joined_at: Date; id_birth_date: CivilDate | null }

/**
 * Returns the sample client who can log in, and then the clients with the latest visits: visitors of the demo open
 * their pages most.
 */
const findClients = async (tx: Tx, now: Date): Promise<SampleClient[]> =>
  (
    await sql<SampleClient>`
      select clients.id, users.name, clients.joined_at, client_cards.birth_date as id_birth_date
      from clients
        join users on users.id = clients.person_id
        left join client_cards on client_cards.client_id = clients.id
        join lateral (select max(starts_at) as last_start from appointments
          where client_id = clients.id and status <> 'cancelled' and starts_at < ${addMinutes(now, 24 * 60)}) visits
          on visits.last_start is not null
      where users.closed_at is null
      order by users.email is not distinct from ${DEMO_LOGINS[2]} desc, visits.last_start desc, clients.id
      limit ${CARDS}`.execute(tx)
  ).rows

const addMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)

/** Makes a client card. Most cards have some empty fields, as in a real clinic. */
function makeCard(random: Random, { id_birth_date }: SampleClient, others: readonly string[]): CardFacts {
  const knowsEmergency = random.chance(0.8)
  return {
    ...emptyCard,
    birth_date: id_birth_date ?? (random.chance(0.9) ? addDays(OLDEST, random.whole(0, BIRTH_DAYS)) : null),
    address: `${random.whole(1, 180)} ${random.pick(streets)}, ${random.pick(places)}`,
    emergency_name: knowsEmergency
      ? `${random.pick(firstNames)} ${random.pick(lastNames)} (${random.pick(relations)})`
      : null,
    emergency_number: knowsEmergency ? `0917 ${random.whole(100, 999)} ${random.whole(1000, 9999)}` : null,
    referred_by: random.chance(0.6) ? random.pick([...referrals, ...others]) : null,
    tags: tags.filter(() => random.chance(0.2)),
  }
}

const nothing = { ...emptyCard, tags: '' }

/** Fills in the client cards of 30 clients, as the front desk would when they came for the first time. */
export async function addClientCards(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const by = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('email', '=', DEMO_LOGINS[1])
      .executeTakeFirstOrThrow()
    const rows = emptyRows()
    const random = seededRandom(113)
    const clients = await findClients(tx, now)
    for (const client of clients) {
      const others = clients.filter(({ id }) => id !== client.id).map(({ name }) => name)
      const card = makeCard(random, client, others)
      const at = addMinutes(client.joined_at, 10)
      await tx
        .insertInto('client_details')
        .values({ client_id: client.id, ...card, saved_at: at, version: 1 })
        .execute()
      const type = 'client-cards.card.changed'
      const changes = changesBetween(clientCardEvents[type], nothing, { ...card, tags: card.tags.join('\n') })
      const parameters = { name: client.name }
      logEvent(rows, random, { at, by }, { type, subjectId: client.id, parameters, changes })
    }
    await insertAll(tx, 'events', rows.events)
  })
}
