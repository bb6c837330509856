import { toPesos } from '#shared/lib/money.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { OfferedPackage, SoldPackage } from '#shared/prepaid/package-contract.ts'
import type { PackageRow, PackageServiceRow, SessionRow, SoldPackageRow } from './views.ts'

/** An offered package in the API's format. */
export const presentPackage = (
  { price_centavos, ...row }: PackageRow,
  services: readonly PackageServiceRow[],
): OfferedPackage => ({
  ...row,
  price: toPesos(price_centavos),
  services: services
    .filter(({ package_id }) => package_id === row.id)
    .map(({ service_id, name, sessions, price_centavos: price }) => ({
      service_id,
      service_name: name,
      sessions,
      price: toPesos(price),
    })),
})

/** True after the last day on which a session can be used. */
export const isExpired = (expiresOn: CivilDate | null, today: CivilDate): boolean =>
  expiresOn !== null && expiresOn < today

/** The services of a package with their sessions. A package that was brought in has one service. */
function servicesOf(sessions: readonly SessionRow[], usedBefore: number): SoldPackage['services'] {
  const services = new Map<string, SoldPackage['services'][number]>()
  for (const { id, service_id, service_name, value_centavos, used_by } of sessions) {
    const service = services.get(service_id) ?? { service_id, service_name, sessions: usedBefore, left: [] }
    const left = used_by === null ? [...service.left, { id, value: toPesos(value_centavos) }] : service.left
    services.set(service_id, { ...service, sessions: service.sessions + 1, left })
  }
  return [...services.values()]
}

/** A sold package in the API's format. */
export const presentSoldPackage = (
  row: SoldPackageRow,
  sessions: readonly SessionRow[],
  today: CivilDate,
): SoldPackage => ({
  id: row.account_id,
  name: row.name,
  sold_on: row.bought_on ?? row.entered_on,
  brought_in_on: row.entry_kind === 'brought_in' ? row.entered_on : null,
  price: toPesos(row.amount_centavos),
  balance: toPesos(row.balance_centavos),
  expires_on: row.expires_on,
  is_expired: isExpired(row.expires_on, today),
  is_transferable: row.is_transferable,
  number: row.number,
  services: servicesOf(
    sessions.filter(({ account_id }) => account_id === row.account_id),
    row.used_before,
  ),
})
