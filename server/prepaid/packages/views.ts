import { sql } from 'kysely'
import { printCountOf } from '#server/prepaid/views.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { ClientOfPackages } from '#shared/prepaid/package-contract.ts'

const packages = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('packages')
    .select(['id', 'name', 'price_centavos', 'validity', 'validity_months', 'is_transferable', 'is_active', 'version'])
    .where('branch_id', '=', branchId)

export const offeredPackages = (tx: ReadTx, branchId: string) =>
  packages(tx, branchId).orderBy('is_active', 'desc').orderBy('name').orderBy('id').execute()

export const packageById = (tx: ReadTx, branchId: string, id: string) =>
  packages(tx, branchId).where('id', '=', id).executeTakeFirst()

/**
 * The offered package with this name, in any letter case. A package that is no longer offered is returned if no offered
 * package has the name.
 */
export const packageNamed = (tx: ReadTx, branchId: string, name: string) =>
  packages(tx, branchId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export type PackageRow = NonNullable<Awaited<ReturnType<typeof packageById>>>

/** The services of offered packages with their present prices, in order. */
export const servicesOfPackages = (tx: ReadTx, packageIds: readonly string[]) =>
  tx
    .selectFrom('package_services')
    .innerJoin('services', 'services.id', 'package_services.service_id')
    .select(['package_id', 'service_id', 'services.name', 'sessions', 'services.price_centavos'])
    .where('package_id', 'in', packageIds)
    .orderBy('package_id')
    .orderBy('position')
    .execute()

export type PackageServiceRow = Awaited<ReturnType<typeof servicesOfPackages>>[number]

const soldPackages = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('sold_packages')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'sold_packages.account_id')
    .innerJoin('prepaid_entries as first', (join) =>
      join.onRef('first.account_id', '=', 'sold_packages.account_id').on('first.position', '=', 1),
    )
    .leftJoin('prepaid_sales', 'prepaid_sales.account_id', 'sold_packages.account_id')
    .leftJoin('prepaid_voids', 'prepaid_voids.account_id', 'sold_packages.account_id')
    .select([
      'sold_packages.account_id',
      'sold_packages.name',
      'sold_packages.expires_on',
      'sold_packages.is_transferable',
      'prepaid_accounts.balance_centavos',
      'prepaid_accounts.voided_at',
      'sold_packages.bought_on',
      'sold_packages.used_before',
      'first.kind as entry_kind',
      'first.entered_on',
      'first.amount_centavos',
      'prepaid_sales.number',
      'prepaid_sales.method',
      'prepaid_voids.amount_centavos as refunded_centavos',
    ])
    // The first entry of a package belongs to no document, so it has a date of its own.
    .$narrowType<{ entered_on: CivilDate }>()
    .where('sold_packages.branch_id', '=', branchId)

export type SoldPackageRow = NonNullable<Awaited<ReturnType<typeof soldPackageById>>>

export const soldPackageById = (tx: ReadTx, branchId: string, id: string) =>
  soldPackages(tx, branchId).where('sold_packages.account_id', '=', id).executeTakeFirst()

/** The sale of a package with its validity; undefined for an unknown package and for one that was not sold here. */
export const receiptOfPackage = (tx: ReadTx, branchId: string, id: string) =>
  tx
    .selectFrom('sold_packages')
    .innerJoin('prepaid_sales', 'prepaid_sales.account_id', 'sold_packages.account_id')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'sold_packages.account_id')
    .select(['number', 'name', 'buyer_name', 'voided_at', 'amount_centavos', 'method', 'reference_number', 'sold_at'])
    .select(['cashier_name as sold_by', 'validity', 'validity_months', 'expires_on'])
    .select(printCountOf('sold_packages.account_id').as('print_count'))
    .where('sold_packages.branch_id', '=', branchId)
    .where('sold_packages.account_id', '=', id)
    .executeTakeFirst()

/** The number of sessions of each service of a sold package, in the order of the package. */
export const sessionCounts = (tx: ReadTx, id: string) =>
  tx
    .selectFrom('package_sessions')
    .select('service_name')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .where('account_id', '=', id)
    .groupBy(['service_id', 'service_name'])
    .orderBy(({ fn }) => fn.min('position'))
    .execute()

/**
 * A package with the number of its free sessions and the person of the client who has it; undefined if the package is
 * used up or was refunded.
 */
export const openPackageById = (tx: ReadTx, branchId: string, id: string) =>
  tx
    .selectFrom('sold_packages')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'sold_packages.account_id')
    .innerJoin('clients', 'clients.id', 'prepaid_accounts.client_id')
    .innerJoin('package_sessions', 'package_sessions.account_id', 'sold_packages.account_id')
    .select(['sold_packages.name', 'sold_packages.expires_on', 'clients.person_id as user_id'])
    .select(({ fn }) => fn.countAll<number>().as('sessions_left'))
    .where('sold_packages.branch_id', '=', branchId)
    .where('sold_packages.account_id', '=', id)
    .where('prepaid_accounts.voided_at', 'is', null)
    .where('package_sessions.used_by', 'is', null)
    .groupBy(['sold_packages.account_id', 'clients.id'])
    .executeTakeFirst()

/** The packages of a client that have free sessions, in the order in which they expire. */
export const openPackagesOf = (tx: ReadTx, branchId: string, { client_id, user_id }: ClientOfPackages) =>
  soldPackages(tx, branchId)
    .innerJoin('clients', 'clients.id', 'prepaid_accounts.client_id')
    .$if(user_id !== undefined, (open) => open.where('clients.person_id', '=', user_id!))
    .$if(client_id !== undefined, (open) => open.where('clients.id', '=', client_id!))
    .where('prepaid_accounts.voided_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('package_sessions')
          .select('package_sessions.id')
          .whereRef('package_sessions.account_id', '=', 'sold_packages.account_id')
          .where('used_by', 'is', null),
      ),
    )
    .orderBy('sold_packages.expires_on', (order) => order.asc().nullsLast())
    .orderBy('prepaid_accounts.opened_at')
    .execute()

/**
 * One row for each service with sessions left in the open packages of these clients. `bought_on` is the day on which
 * the package was bought; null if that is not known.
 */
export const openServicesOf = (tx: ReadTx, branchId: string, clientIds: readonly string[]) =>
  tx
    .selectFrom('sold_packages')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'sold_packages.account_id')
    .innerJoin('package_sessions', 'package_sessions.account_id', 'sold_packages.account_id')
    .leftJoin('prepaid_sales', 'prepaid_sales.account_id', 'sold_packages.account_id')
    .select(['prepaid_accounts.client_id', 'sold_packages.name', 'package_sessions.service_id'])
    .select('sold_packages.expires_on')
    .select(
      sql<CivilDate | null>`coalesce(bought_on, (prepaid_sales.sold_at at time zone 'Asia/Manila')::date)`.as(
        'bought_on',
      ),
    )
    .distinct()
    .where('sold_packages.branch_id', '=', branchId)
    .where('prepaid_accounts.client_id', 'in', clientIds)
    .where('prepaid_accounts.voided_at', 'is', null)
    .where('package_sessions.used_by', 'is', null)
    .execute()

/** All packages of a client, the newest first, without those that an import brought in and that were removed again. */
export const packagesOfClient = (tx: ReadTx, branchId: string, clientId: string) =>
  soldPackages(tx, branchId)
    .where('prepaid_accounts.client_id', '=', clientId)
    .where(({ eb, or }) => or([eb('prepaid_accounts.voided_at', 'is', null), eb('first.kind', '<>', 'brought_in')]))
    .orderBy('prepaid_accounts.opened_at', 'desc')
    .orderBy('sold_packages.account_id')
    .execute()

/** Each use of a session of these packages, and each void or refund that gave one back, the newest first. */
export const usesOfPackages = (tx: ReadTx, accountIds: readonly string[]) =>
  tx
    .selectFrom('package_uses')
    .innerJoin('package_sessions', 'package_sessions.id', 'package_uses.session_id')
    .innerJoin('documents', 'documents.id', 'package_uses.document_id')
    .select(['package_sessions.account_id', 'service_name', 'package_uses.kind', 'documents.business_date'])
    .$narrowType<{ kind: 'used' | 'given_back' }>()
    .where('package_sessions.account_id', 'in', accountIds)
    .orderBy('documents.sold_at', 'desc')
    .orderBy('package_uses.session_id')
    .orderBy('package_uses.position', 'desc')
    .execute()

/**
 * The used sessions of these packages, each with its value and with the price of the service on the line that used it.
 */
export const usedSessionsOf = (tx: ReadTx, accountIds: readonly string[]) =>
  tx
    .selectFrom('package_sessions')
    .innerJoin('document_lines', (join) =>
      join
        .onRef('document_lines.package_session_id', '=', 'package_sessions.id')
        .onRef('document_lines.document_id', '=', 'package_sessions.used_by'),
    )
    .select(['package_sessions.account_id', 'value_centavos', 'unit_price_centavos'])
    .where('package_sessions.account_id', 'in', accountIds)
    .execute()

export const sessionsOfPackages = (tx: ReadTx, accountIds: readonly string[]) =>
  tx
    .selectFrom('package_sessions')
    .select(['id', 'account_id', 'service_id', 'service_name', 'value_centavos', 'used_by'])
    .where('account_id', 'in', accountIds)
    .orderBy('account_id')
    .orderBy('position')
    .execute()

export type SessionRow = Awaited<ReturnType<typeof sessionsOfPackages>>[number]

/** The accounts and names of the packages to which sessions belong, by session. */
export async function packagesOfSessions(tx: ReadTx, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('package_sessions')
    .innerJoin('sold_packages', 'sold_packages.account_id', 'package_sessions.account_id')
    .select(['package_sessions.id', 'package_sessions.account_id', 'sold_packages.name'])
    .where('package_sessions.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, account_id: accountId, name }) => [id, { accountId, name }]))
}
