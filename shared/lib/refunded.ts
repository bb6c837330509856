import { z } from 'zod'

/** How much of a sold item was refunded: a part of it or the whole; null if nothing. */
export const refunded = z.enum(['partly', 'whole']).nullable()
export type Refunded = z.output<typeof refunded>
