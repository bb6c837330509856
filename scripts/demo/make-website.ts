import type { Tx } from '#server/db/pool.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { PARTS } from '#shared/website/content.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { seededRandom } from './random.ts'
import { sampleWebsite } from './website-content.ts'

type Published = { at: Date; by: Actor; showsClinic: boolean }

/** Adds the sample's website as its first published version, with the catalogue's treatments. */
export function makeWebsite(rows: DemoRows, { at, by, showsClinic }: Published): void {
  const random = seededRandom(58)
  const ids = new Map(rows.treatments.map(({ id, name }) => [name.toLowerCase(), id]))
  const content = sampleWebsite({
    treatmentId: (name) => ids.get(name.toLowerCase()),
    menus: 'catalogue',
    treatments: rows.treatments.map(({ name }) => name),
    showsClinic,
  })
  rows.website_versions.push({
    id: idAt(random, at),
    branch_id: MAIN_BRANCH_ID,
    number: 1,
    content,
    changed: [...PARTS],
    published_at: at,
    published_by_name: by.name,
  })
  const event = { type: 'website.version.published', subjectId: null } as const
  logEvent(rows, random, { at, by }, { ...event, parameters: { number: 1, parts: [...PARTS] } })
}

/** The draft starts as a copy of the published version. */
export const startDraft = (tx: Tx, at: Date) =>
  tx
    .updateTable('website_drafts')
    .from('website_versions')
    .set((expression) => ({ content: expression.ref('website_versions.content'), updated_at: at }))
    .whereRef('website_versions.branch_id', '=', 'website_drafts.branch_id')
    .execute()
