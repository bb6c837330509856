import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { WalkInState } from '#shared/walk-ins/contract.ts'

const rows = (tx: ReadTx) =>
  tx
    .selectFrom('walk_ins')
    .innerJoin('clients', 'clients.id', 'walk_ins.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .innerJoin('services', 'services.id', 'walk_ins.service_id')
    .select([
      'walk_ins.id',
      'walk_ins.branch_id',
      'walk_ins.business_date',
      'walk_ins.number',
      'walk_ins.client_id',
      'walk_ins.service_id',
      'walk_ins.appointment_id',
      'walk_ins.created_at',
      'users.id as user_id',
      'users.name',
      'users.email',
      'users.contact_number',
      'services.name as service_name',
      'services.treatment_id',
    ])
    .select((eb) => eb.ref('walk_ins.state').$castTo<WalkInState>().as('state'))

export type WalkInRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

export const walkInById = (tx: ReadTx, id: string) => rows(tx).where('walk_ins.id', '=', id).executeTakeFirst()

/** The walk-ins who are waiting on a business date, by number. */
export const waitingOn = (tx: ReadTx, branchId: string, date: CivilDate) =>
  rows(tx)
    .where('walk_ins.branch_id', '=', branchId)
    .where('walk_ins.business_date', '=', date)
    .where('walk_ins.state', '=', 'waiting')
    .orderBy('walk_ins.number')
    .execute()

/** The service if it is offered; undefined if it is unknown or deleted. */
export const offeredService = (tx: ReadTx, id: string) =>
  tx
    .selectFrom('services')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select('services.id')
    .where('services.id', '=', id)
    .where('services.deleted_at', 'is', null)
    .where('treatments.deleted_at', 'is', null)
    .executeTakeFirst()
