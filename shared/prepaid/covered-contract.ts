import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id } from '#shared/lib/fields.ts'
import { MOST_SERVICES } from '#shared/lib/visit-services.ts'

/** A service that a package of the client pays, and what is left of the package for this service. */
const coveredService = z.object({
  service_id: id,
  service_name: z.string(),
  package_name: z.string(),
  sessions_left: z.number().int(),
  sessions_total: z.number().int(),
  /** The last day on which a session can be used; null without an expiry date, and before the first use. */
  expires_on: civilDate.nullable(),
})
export type CoveredService = z.output<typeof coveredService>

/** The call that tells the booking page for which services the logged-in client has sessions of a package left. */
export const coveredContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my/packages',
    access: 'sales.own',
    summary:
      "The caller's package that pays each of these services: of several, the one that expires first. Services without one are left out",
    querystring: z.strictObject({
      /** The ids of the services, separated by commas. */
      service_ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id).max(MOST_SERVICES)),
      /** The day of the visit; packages that expire before it are left out. Today if missing. */
      date: civilDate.optional(),
    }),
    response: z.object({ data: z.array(coveredService) }),
  }),
}
