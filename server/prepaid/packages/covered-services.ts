import type { Principal, ReadContext } from '#server/lib/context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { CoveredService, coveredContract } from '#shared/prepaid/covered-contract.ts'
import { listOpenPackages } from './open-packages.ts'
import { isExpired } from './present-package.ts'

/**
 * Reads which of the caller's packages pays for each of these services on the day of the visit. Sessions that other
 * booked visits will use still count as left, because a session is only used up at the till.
 */
export async function listCoveredServices(
  context: ReadContext<Principal>,
  { service_ids, date = manilaDate(context.now) }: Parsed<typeof coveredContract.mine>['querystring'],
): Promise<CoveredService[]> {
  const packages = await listOpenPackages(context, { user_id: context.user.id })
  const valid = packages.filter(({ expires_on, is_expired }) => !is_expired && !isExpired(expires_on, date))
  return [...new Set(service_ids)].flatMap((service_id) => {
    for (const { name, expires_on, services } of valid) {
      const service = services.find((one) => one.service_id === service_id && one.left.length > 0)
      if (service)
        return {
          service_id,
          service_name: service.service_name,
          package_name: name,
          sessions_left: service.left.length,
          sessions_total: service.sessions,
          expires_on,
        }
    }
    return []
  })
}
