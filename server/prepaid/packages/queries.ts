import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Packages, PackageServices, PackageSessions, SoldPackages } from '#server/db/schema.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** Locks an offered package until the transaction ends; undefined for an unknown one. */
export const lockPackage = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('packages')
    .select(['id', 'version'])
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Adds or changes an offered package with its services. */
export async function savePackage(
  tx: Tx,
  row: Insertable<Packages>,
  services: readonly Insertable<PackageServices>[],
): Promise<void> {
  const { id, branch_id, ...values } = row
  await tx
    .insertInto('packages')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values).where('packages.branch_id', '=', branch_id))
    .execute()
  await tx.deleteFrom('package_services').where('package_id', '=', id).execute()
  await tx.insertInto('package_services').values(services).execute()
}

export async function insertSoldPackage(
  tx: Tx,
  row: Insertable<SoldPackages>,
  sessions: readonly Insertable<PackageSessions>[],
): Promise<void> {
  await tx.insertInto('sold_packages').values(row).execute()
  await tx.insertInto('package_sessions').values(sessions).execute()
}

/**
 * Reads these sessions with their packages and clients. Locks the accounts of the packages in the order of their ids
 * until the commit, so that of two sales with one session the second finds it used.
 */
export async function lockSessions(tx: Tx, branchId: string, ids: readonly string[]) {
  await tx
    .selectFrom('prepaid_accounts')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('package_sessions').select('account_id').where('package_sessions.id', 'in', ids),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return tx
    .selectFrom('package_sessions')
    .innerJoin('sold_packages', 'sold_packages.account_id', 'package_sessions.account_id')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'package_sessions.account_id')
    .select([
      'package_sessions.id',
      'package_sessions.account_id',
      'package_sessions.service_id',
      'package_sessions.value_centavos',
      'package_sessions.used_by',
      'sold_packages.name',
      'sold_packages.expires_on',
      'prepaid_accounts.client_id',
      'prepaid_accounts.voided_at',
    ])
    .where('prepaid_accounts.branch_id', '=', branchId)
    .where('package_sessions.id', 'in', ids)
    .execute()
}

/** Begins the validity of packages that are valid from their first use, unless it has begun. */
export const beginValidity = (tx: Tx, accountIds: readonly string[], today: CivilDate) =>
  tx
    .updateTable('sold_packages')
    .set({ expires_on: sql<CivilDate>`(${today}::date + make_interval(months => validity_months))::date` })
    .where('account_id', 'in', accountIds)
    .where('validity', '=', 'first_use')
    .where('expires_on', 'is', null)
    .execute()

/**
 * Locks the account of a sold package until the commit, so that sales with its sessions wait. Returns undefined for an
 * unknown package.
 */
export async function lockSoldPackage(tx: Tx, branchId: string, id: string) {
  await tx.selectFrom('prepaid_accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return tx
    .selectFrom('sold_packages')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'sold_packages.account_id')
    .innerJoin('clients', 'clients.id', 'prepaid_accounts.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select(['sold_packages.name', 'sold_packages.expires_on', 'sold_packages.is_transferable', 'is_extended'])
    .select(['prepaid_accounts.client_id', 'balance_centavos', 'prepaid_accounts.voided_at', 'users.name as client'])
    .where('sold_packages.branch_id', '=', branchId)
    .where('sold_packages.account_id', '=', id)
    .executeTakeFirst()
}

/** Sets a later last day, which the void of the first use does not remove. */
export const extendPackage = (tx: Tx, id: string, expires_on: CivilDate) =>
  tx.updateTable('sold_packages').set({ expires_on, is_extended: true }).where('account_id', '=', id).execute()

export const transferPackage = (tx: Tx, id: string, client_id: string) =>
  tx.updateTable('prepaid_accounts').set({ client_id }).where('id', '=', id).execute()
