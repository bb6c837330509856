import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestUser } from './factories.ts'

/** Adds a store credit of a client, of which nothing is left to spend. */
export const addCreditRow = (db: Database, { clientId }: TestUser) =>
  db
    .insertInto('prepaid_accounts')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      kind: 'store_credit',
      card_number: '222222222222',
      client_id: clientId,
      opened_at: new Date('2026-11-01T09:00:00+08:00'),
    })
    .execute()
