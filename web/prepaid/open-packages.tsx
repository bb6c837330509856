import { formatShortDate } from '#shared/lib/manila-time.ts'
import { packagesContract, type ClientOfPackages, type SoldPackage } from '#shared/prepaid/package-contract.ts'
import { coveredMessages } from '#shared/prepaid/covered-messages.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { useRead } from '#web/data/use-read.ts'

const nothing: readonly SoldPackage[] = []

/** Reads the packages of a client that have sessions left and have not expired. */
export function useOpenPackages(client: ClientOfPackages) {
  const read = useRead(packagesContract.ofClient, { querystring: client }, { failed: s.failed, staleMs: 0 })
  return { packages: read.data?.data.filter((one) => !one.is_expired) ?? nothing, failure: read.failure }
}

/** Says which package covers a service, such as `Covered by Glow Package, 3 of 5 left, until May 21, 2027`. */
export function coveredText(one: SoldPackage, serviceId: string): string {
  const service = one.services.find(({ service_id }) => service_id === serviceId)!
  const text = coveredMessages.covered(one.name, service.left.length, service.sessions)
  return one.expires_on === null ? text : `${text}, ${s.expires(formatShortDate(one.expires_on))}`
}

const covers = ({ services }: SoldPackage, serviceId: string) =>
  services.some(({ service_id, left }) => service_id === serviceId && left.length > 0)

type CoveredProps = { clientId: string; services: readonly { id: string; name: string }[] }

/** The services of a visit that a package of the client covers, each with the package that expires first. */
export function CoveredServices({ clientId, services }: CoveredProps) {
  const { packages, failure } = useOpenPackages({ client_id: clientId })
  if (failure) return <p className="text-sm text-danger">{failure.message}</p>
  const covered = services.flatMap((service) => {
    const by = packages.find((one) => covers(one, service.id))
    return by ? [{ ...service, by }] : []
  })
  if (covered.length === 0) return null
  return (
    <ul aria-label={s.heading} className="space-y-2">
      {covered.map(({ id, name, by }) => (
        <li key={id} className="rounded-ctl bg-primary-soft px-3 py-2 text-sm text-primary-ink">
          <b className="font-semibold">{name}: </b>
          {coveredText(by, id)}
        </li>
      ))}
    </ul>
  )
}
