import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import type { AlertKind } from '#shared/alerts/questions.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { logEvent, type Actor } from '../demo/demo-log.ts'
import { emptyRows, type DemoRows } from '../demo/demo-rows.ts'
import { idAt } from '../demo/id-at.ts'
import { insertAll } from '../demo/insert-rows.ts'
import { DEMO_LOGINS, PRACTITIONER_LOGIN } from '../demo/load-demo.ts'
import { seededRandom, type Random } from '../demo/random.ts'

const DAY_MS = 86_400_000

type SampleAlert = {
  kind: AlertKind
  text: string | null
  /** True if the client should not have the booked treatment because of this alert. */
  isAgainst?: true
  isEnded?: true
}

/** The alerts of twelve clients; two of them also have an alert that has ended. */
const samples: readonly (readonly SampleAlert[])[] = [
  [{ kind: 'isotretinoin', text: 'until March', isAgainst: true }],
  [{ kind: 'pregnancy', text: null, isAgainst: true }],
  [{ kind: 'allergy', text: 'lidocaine' }],
  [
    { kind: 'allergy', text: 'penicillin' },
    { kind: 'pregnancy', text: null, isEnded: true },
  ],
  [{ kind: 'keloids', text: 'chest and shoulders' }],
  [{ kind: 'blood-thinner', text: 'aspirin' }],
  [{ kind: 'other', text: 'Faints at the sight of needles' }],
  [
    { kind: 'allergy', text: 'latex' },
    { kind: 'keloids', text: null },
  ],
  [{ kind: 'pregnancy', text: null }],
  [{ kind: 'blood-thinner', text: null }],
  [{ kind: 'other', text: 'Herpes simplex: ask before peels' }],
  [
    { kind: 'allergy', text: 'benzoyl peroxide' },
    { kind: 'isotretinoin', text: null, isEnded: true },
  ],
]

type Booked = { id: string; name: string; treatment_id: string }

/**
 * Returns clients with a booked visit. The visits of the first two are after today. These two clients get alerts
 * because of which they should not have the booked treatment, so that the demo asks a question when the visit is moved
 * or started. The visits of the other clients are today or later.
 */
const findClients = async (tx: Tx, now: Date): Promise<Booked[]> => {
  const today = instantOf(manilaDate(now), '00:00:00')
  const tomorrow = instantOf(addDays(manilaDate(now), 1), '00:00:00')
  const booked = async (from: Date, limit: number, without: readonly string[]): Promise<Booked[]> =>
    (
      await sql<Booked>`
        select distinct on (visit.first_start, clients.id) clients.id, users.name, visit.treatment_id
        from clients join users on users.id = clients.person_id
          join lateral (select starts_at as first_start, treatment_id from appointments
            where client_id = clients.id and status in ('confirmed', 'completed', 'on-going') and starts_at >= ${from}
            order by starts_at limit 1) visit on true
        where users.closed_at is null and users.email is distinct from ${DEMO_LOGINS[2]}
          and not clients.id = any(${[...without]}::uuid[])
        order by visit.first_start, clients.id limit ${limit}`.execute(tx)
    ).rows
  const later = await booked(tomorrow, 2, [])
  const rest = await booked(
    today,
    samples.length - later.length,
    later.map(({ id }) => id),
  )
  return [...later, ...rest]
}

type Sample = { rows: DemoRows; random: Random; by: Actor; branchId: string }

async function addAlert(
  tx: Tx,
  { rows, random, by, branchId }: Sample,
  { sample, client, at }: { sample: SampleAlert; client: Booked; at: Date },
): Promise<void> {
  const id = idAt(random, at)
  const ended = { ended_at: new Date(at.getTime() + DAY_MS), ended_by: by.id, ended_by_name: by.name }
  const added = { added_at: at, added_by: by.id, added_by_name: by.name }
  const { kind, text } = sample
  await tx
    .insertInto('client_alerts')
    .values({ id, branch_id: branchId, client_id: client.id, kind, text, ...added, ...(sample.isEnded && ended) })
    .execute()
  if (sample.isAgainst)
    await tx.insertInto('client_alert_treatments').values({ alert_id: id, treatment_id: client.treatment_id }).execute()
  const parameters = { client: client.name }
  logEvent(rows, random, { at, by }, { type: 'alerts.alert.added', subjectId: id, parameters })
  if (sample.isEnded)
    logEvent(rows, random, { at: ended.ended_at, by }, { type: 'alerts.alert.ended', subjectId: id, parameters })
}

/**
 * Adds alerts to the charts of twelve clients. Because of two of these alerts, the client should not have the booked
 * treatment.
 */
export async function addAlerts(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const branch = await tx.selectFrom('branches').select('id').executeTakeFirstOrThrow()
    const by = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('email', '=', PRACTITIONER_LOGIN)
      .executeTakeFirstOrThrow()
    const all: Sample = { rows: emptyRows(), random: seededRandom(103), by, branchId: branch.id }
    for (const [index, client] of (await findClients(tx, now)).entries())
      for (const [second, sample] of samples[index]!.entries())
        await addAlert(tx, all, { sample, client, at: new Date(now.getTime() - (index * 3 + second + 2) * DAY_MS) })
    await insertAll(tx, 'events', all.rows.events)
  })
}
