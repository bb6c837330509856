import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { instant } from '#shared/lib/fields.ts'

/** The parts of the installation that Settings → System and `npm run doctor` check, in the order of their list. */
export const SYSTEM_CHECKS = [
  'disk',
  'clock',
  'database',
  'mail',
  'push',
  'backups',
  'copies',
  'trial',
  'proxy',
  'versions',
] as const

const check = z.object({
  name: z.enum(SYSTEM_CHECKS),
  /**
   * A `problem` means that something does not work or will soon stop. A `warning` means that the clinic works, but
   * something is missing.
   */
  state: z.enum(['ok', 'warning', 'problem']),
  /** A sentence that says what the check found and, for a warning or problem, what to do. */
  text: z.string(),
})
export type SystemCheck = z.output<typeof check>

export const systemContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/system',
    access: 'clinic.manage',
    sessionOnly: true,
    database: 'none',
    summary: 'Check disk, clock, database, mail, notifications, backups, proxy and versions of the server',
    response: z.object({
      data: z.object({
        /** The version of Mutya. */
        version: z.string(),
        checked_at: instant,
        checks: z.array(check).length(SYSTEM_CHECKS.length),
      }),
    }),
  }),
}
