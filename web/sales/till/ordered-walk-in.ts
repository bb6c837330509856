import type { z } from 'zod'
import { walkIn, type WalkIn } from '#shared/walk-ins/contract.ts'

export const orderedWalkIn = walkIn.pick({
  id: true,
  number: true,
  user_id: true,
  name: true,
  email: true,
  contact_number: true,
  service_id: true,
  service_name: true,
})

/** Who leaves the queue of walk-ins with the sale, and what they came for. */
export type OrderedWalkIn = z.output<typeof orderedWalkIn>

export const orderedWalkInOf = (row: WalkIn): OrderedWalkIn => orderedWalkIn.parse(row)
