import { z } from 'zod'

/** How much of something that was sold has been given back: some of it, or all; null for nothing. */
export const refunded = z.enum(['partly', 'whole']).nullable()
export type Refunded = z.output<typeof refunded>
