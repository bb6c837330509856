import { z } from 'zod'

/** Whether a sold item was refunded partly or wholly; null if not. */
export const refunded = z.enum(['partly', 'whole']).nullable()
export type Refunded = z.output<typeof refunded>
