import { z } from 'zod'
import { civilTime, id, requiredName, strictBody } from '#shared/lib/fields.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'

export const MAX_OVERBOOK_REASON = 200

/** What staff knowingly book over, and why. Whatever else is taken is still refused. */
export const overbook = strictBody({
  resource_ids: z.array(id).min(1).max(50),
  reason: requiredName(MAX_OVERBOOK_REASON, appointmentMessages.overbookReason),
})

/** What is taken of what a visit needs, as staff are told: they may book over it. */
export const takenForStaff = z.object({
  conflicts: z.array(
    z.object({
      id,
      name: z.string(),
      /** Another visit or a block, or off its hours. */
      why: z.enum(['busy', 'away']),
      /** From when on it is there again; null: not on this date. */
      until: civilTime.nullable(),
    }),
  ),
})
