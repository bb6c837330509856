import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestUser } from './factories.ts'

/** Adds a treatment plan for a service to a client's chart. */
export const addPlanRow = (db: Database, { id: created_by, clientId }: TestUser, service_id: string) =>
  db
    .insertInto('treatment_plans')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      client_id: clientId!,
      service_id,
      service_at_start: 'Diamond peel',
      sessions: 6,
      interval_count: 3,
      interval_unit: 'weeks',
      started_on: '2026-11-01',
      created_at: new Date('2026-11-01T09:00:00+08:00'),
      created_by,
      created_by_name: 'Ada Admin',
    })
    .execute()
