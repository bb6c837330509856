import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonalTable } from '#server/db/personal-data/choices.ts'
import { personalData } from '#server/db/personal-data/personal-data.ts'
import { addSignedCopy } from '#server/forms/signing/signing-fixture.ts'
import { addAlertRows } from '#server/test/alert-rows.ts'
import { addCreditRow } from '#server/test/credit-rows.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { addPlanRow } from '#server/test/plan-rows.ts'
import { addPhotoRows } from '#server/test/chart-photo-rows.ts'
import { addToQueue, addToWaitlist } from '#server/test/factories.ts'
import { addNoteRows } from '#server/test/note-rows.ts'
import { openMergeClinic, type MergeClinic } from './merge-fixture.ts'

/**
 * Columns in which rows refer to a client's record. A merge changes them, and afterwards the database refuses new rows
 * that refer to the merged record.
 */
const moves = Object.entries<PersonalTable | { of: null }>(personalData).flatMap(([table, { of, ...list }]) =>
  'merge' in list && list.merge === 'moves' && of && 'client' in of ? [`${table}.${of.client}`] : [],
)

let clinic: MergeClinic
beforeAll(async () => {
  clinic = await openMergeClinic()
})
afterAll(() => clinic.server.close())

test('a merge moves all rows that refer to the merged record, and the database rejects new rows that refer to it', async () => {
  const { client, otherClient, server, send, order, peel, appointment } = clinic
  const visitId = await appointment(otherClient)
  await addNoteRows(server.db, otherClient, visitId)
  await addToWaitlist(server.db, otherClient, clinic.catalogue.serviceId)
  await addToQueue(server.db, otherClient, clinic.catalogue.serviceId)
  await addPhotoRows(server.db, otherClient)
  await addAlertRows(server.db, otherClient, visitId)
  await addSignedCopy(server.db, otherClient)
  await addPlanRow(server.db, otherClient, clinic.catalogue.serviceId)
  await addCreditRow(server.db, otherClient)
  await addDepositRow(server.db, otherClient, visitId)
  await send({ ...order([peel()]), user_id: otherClient.id, customer_name: otherClient.name })
  const countOf = async (name: string) => {
    const [table, column] = name.split('.') as [string, string]
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${otherClient.clientId}`.execute(server.db)
    return rows[0]!.count
  }
  for (const name of moves) expect(await countOf(name), name).toBeGreaterThan(0)
  await clinic.merge(client, otherClient)
  for (const name of moves) expect(await countOf(name), name).toBe(0)
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  try {
    for (const name of moves) {
      const [table, column] = name.split('.') as [string, string]
      const copies = await owner.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const columns = copies.rows[0]!.columns
      const values = columns
        .split(', ')
        .map((found) => (found === column ? '$1::uuid' : found))
        .join(', ')
      const copy = `insert into ${table} (${columns}) select ${values} from ${table} limit 1`
      await expect(owner.query(copy, [otherClient.clientId]), name).rejects.toMatchObject({
        constraint: 'clients__merged',
      })
    }
  } finally {
    await owner.end()
  }
})
