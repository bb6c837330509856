import { z } from 'zod'

/** Says whether a sold item was refunded partly or as a whole; null if it was not refunded. */
export const refunded = z.enum(['partly', 'whole']).nullable()
export type Refunded = z.output<typeof refunded>
