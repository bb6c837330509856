import { z } from 'zod'
import { civilTime, id, requiredName, strictBody } from '#shared/lib/fields.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'

export const MAX_OVERBOOK_REASON = 200

/** What staff knowingly book over, and why. Any other conflict is still refused. */
export const overbook = strictBody({
  resource_ids: z.array(id).min(1).max(50),
  reason: requiredName(MAX_OVERBOOK_REASON, appointmentMessages.overbookReason),
})

/** The conflicts of a visit as staff see them, who may overbook them. */
export const takenForStaff = z.object({
  conflicts: z.array(
    z.object({
      id,
      name: z.string(),
      /** `busy`: another visit or a block; `away`: outside of its hours. */
      why: z.enum(['busy', 'away']),
      /** When it is available again; null: not on this date. */
      until: civilTime.nullable(),
    }),
  ),
})
