import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { readyForm, READY_FORMS } from '#shared/forms/ready-forms.ts'
import { logEvent, type Actor } from '../demo/demo-log.ts'
import { emptyRows, type DemoRows } from '../demo/demo-rows.ts'
import { idAt } from '../demo/id-at.ts'
import { insertAll } from '../demo/insert-rows.ts'
import { DEMO_LOGINS } from '../demo/load-demo.ts'
import { seededRandom, type Random } from '../demo/random.ts'

const PUBLISHED = new Set<string>(['intake', 'consent', 'photos'])
const DAYS_AGO = 60

type Sample = { rows: DemoRows; random: Random; at: Date; by: Actor }

async function addForm(tx: Tx, name: (typeof READY_FORMS)[number], { rows, random, at, by }: Sample): Promise<void> {
  const { content } = readyForm(name)
  const id = idAt(random, at)
  const parameters = { form: content.title }
  const draft = JSON.stringify(content)
  await tx
    .insertInto('forms')
    .values({ id, branch_id: MAIN_BRANCH_ID, draft, created_at: at, updated_at: at })
    .execute()
  logEvent(rows, random, { at, by }, { type: 'form-templates.form.added', subjectId: id, parameters })
  if (!PUBLISHED.has(name)) return
  const published = { published_at: at, published_by: by.id, published_by_name: by.name }
  await tx
    .insertInto('form_versions')
    .values({ id: idAt(random, at), form_id: id, number: 1, content: draft, asks_again: true, ...published })
    .execute()
  const version = { ...parameters, number: 1, asks_again: true }
  logEvent(rows, random, { at, by }, { type: 'form-templates.version.published', subjectId: id, parameters: version })
}

/** Adds the ready forms, three of them published. */
export async function addForms(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const by = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('email', '=', DEMO_LOGINS[0])
      .executeTakeFirstOrThrow()
    const at = new Date(now.getTime() - DAYS_AGO * 86_400_000)
    const sample: Sample = { rows: emptyRows(), random: seededRandom(149), at, by }
    for (const name of READY_FORMS) await addForm(tx, name, sample)
    await insertAll(tx, 'events', sample.rows.events)
  })
}
