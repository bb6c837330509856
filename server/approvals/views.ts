import type { ReadTx } from '#server/db/pool.ts'
import type { Role } from '#shared/people/role.ts'

/** Selects the open accounts of the given roles that have a PIN. */
const accountsWithPin = (tx: ReadTx, roles: readonly Role[]) =>
  tx
    .selectFrom('approval_pins')
    .innerJoin('users', 'users.id', 'approval_pins.account_id')
    .where('users.role', 'in', roles)
    .where('users.closed_at', 'is', null)

/** Lists the people who can approve, in order of name. */
export const approversOf = (tx: ReadTx, roles: readonly Role[]) =>
  accountsWithPin(tx, roles).select(['users.id', 'users.name']).orderBy('users.name').orderBy('users.id').execute()

export const pinOf = (tx: ReadTx, roles: readonly Role[], accountId: string) =>
  accountsWithPin(tx, roles)
    .select(['users.id', 'users.name', 'approval_pins.pin_hash'])
    .where('users.id', '=', accountId)
    .executeTakeFirst()

export const approvalById = (tx: ReadTx, id: string) =>
  tx.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
