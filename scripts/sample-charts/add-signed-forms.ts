import { sql } from 'kysely'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { hashOfCopy } from '#server/forms/signing/copy-hash.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { readyTitle } from '#shared/forms/ready-forms.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { logEvent } from '../demo/demo-log.ts'
import { emptyRows, type DemoRows } from '../demo/demo-rows.ts'
import { idAt } from '../demo/id-at.ts'
import { insertAll } from '../demo/insert-rows.ts'
import { DEMO_LOGINS } from '../demo/load-demo.ts'
import { seededRandom, type Random } from '../demo/random.ts'
import { sampleAnswers } from './sample-answers.ts'

/** The fewest clients of the sample who have signed forms. */
const SIGNERS = 20
const DEVICES = ['Chrome 142 on Android', 'Safari 26 on iPhone', 'Chrome 142 on Windows']

type Version = { id: string; form_id: string; number: number; content: FormContent }
type Signer = {
  client_id: string
  person_id: string
  name: string
  visit_id: string
  starts_at: Date
  has_account: boolean
}

/**
 * Finds the visit of the sample whose client has not signed the form, so that screens show a missing form. It is a
 * visit later today, for the service that the fewest clients have booked.
 */
const findVisitWithout = async (tx: Tx, now: Date) =>
  (
    await sql<{ service_id: string; client_id: string }>`
      select service_id, client_id from appointments visit
      where starts_at > ${now} and starts_at < ${instantOf(addDays(manilaDate(now), 1), '00:00:00')}
        and status = 'confirmed' and exists (select from clients join users on users.id = clients.person_id
          where clients.id = visit.client_id and users.email is distinct from ${DEMO_LOGINS[2]})
      order by (select count(distinct other.client_id) from appointments other
        where other.service_id = visit.service_id and other.starts_at >= ${now}), starts_at desc limit 1`.execute(tx)
  ).rows[0]

/**
 * Returns who signs forms: the sample client, all but one of the clients who have booked the service, and some other
 * visitors, each with the visit before which they signed.
 */
const findSigners = async (tx: Tx, now: Date, without: { service_id: string; client_id: string } | undefined) =>
  (
    await sql<Signer & { must_sign: boolean }>`
      select clients.id as client_id, users.id as person_id, users.name, visit.id as visit_id, visit.starts_at,
        exists (select from accounts where person_id = users.id) as has_account,
        users.email is not distinct from ${DEMO_LOGINS[2]} or exists (select from appointments booked
          where booked.client_id = clients.id and booked.service_id = ${without?.service_id ?? null}
            and booked.status <> 'cancelled' and booked.starts_at >= ${instantOf(manilaDate(now), '00:00:00')}) as must_sign
      from clients join users on users.id = clients.person_id
        join lateral (select id, starts_at from appointments
          where client_id = clients.id and status <> 'cancelled' and starts_at > ${new Date(now.getTime() - 50 * 86_400_000)}
          order by starts_at limit 1) visit on true
      where users.closed_at is null and clients.merged_into is null
        and clients.id is distinct from ${without?.client_id ?? null}
      order by must_sign desc, clients.id limit 500`.execute(tx)
  ).rows.filter(({ must_sign }, index) => must_sign || index < SIGNERS)

type Sample = { rows: DemoRows; random: Random; now: Date }

/** Signs a form on the evening before the visit, or about an hour ago if that evening is still to come. */
async function sign(tx: Tx, { rows, random, now }: Sample, version: Version, signer: Signer): Promise<void> {
  const evening = instantOf(addDays(manilaDate(signer.starts_at), -1), '19:00:00').getTime()
  const at = new Date(Math.min(evening, now.getTime() - 3_600_000) + random.whole(0, 3_000) * 1000)
  const { title } = version.content
  const copy = {
    id: idAt(random, at),
    branch_id: MAIN_BRANCH_ID,
    signed_for: signer.client_id,
    form_id: version.form_id,
    form_version_id: version.id,
    version_number: version.number,
    appointment_id: signer.visit_id,
    title,
    content: version.content,
    answers: sampleAnswers(version.content, random),
    client_name: signer.name,
    signer_name: signer.name,
    guardian_relation: null,
    signed_at: at,
    received_at: at,
    channel: random.chance(0.7) ? ('link' as const) : ('profile' as const),
    device: random.pick(DEVICES),
    hand_over_id: null,
    handed_over_by: null,
    handed_over_by_name: null,
    corrects: null,
    correction_reason: null,
  }
  const json = { content: JSON.stringify(copy.content), answers: JSON.stringify(copy.answers) }
  await tx
    .insertInto('signed_forms')
    .values({ ...copy, ...json, client_id: signer.client_id, hash: hashOfCopy(copy) })
    .execute()
  // The history log has an entry only for clients who have a log-in and signed on their own page.
  if (!signer.has_account) return
  const by = { id: signer.person_id, name: signer.name, role: 'client' }
  const parameters = { client: signer.name, form: title, channel: copy.channel }
  logEvent(rows, random, { at, by }, { type: 'forms.copy.signed', subjectId: copy.id, parameters })
}

/**
 * Adds signed copies of the published forms for about twenty clients of the sample clinic. One service needs the
 * general consent, and one client who has booked this service for today has not signed it.
 */
export async function addSignedForms(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const versions = await tx
      .selectFrom('form_versions')
      .select(['id', 'form_id', 'number', 'content'])
      .$narrowType<{ content: FormContent }>()
      .orderBy('id')
      .execute()
    const without = await findVisitWithout(tx, now)
    const consent = versions.find(({ content }) => content.title === readyTitle('consent'))
    if (without && consent)
      await tx
        .updateTable('forms')
        .set({ frequency: 'once', service_ids: sql`array[${without.service_id}::uuid]` })
        .where('id', '=', consent.form_id)
        .execute()
    const sample: Sample = { rows: emptyRows(), random: seededRandom(185), now }
    for (const signer of await findSigners(tx, now, without))
      for (const version of versions) await sign(tx, sample, version, signer)
    await insertAll(tx, 'events', sample.rows.events)
  })
}
