import { StaffFirstQueue } from './staff-first-queue.ts'

/** One picture after the other: forty million pixels are up to 150 MB while they are made smaller. */
export const decoderQueue = new StaffFirstQueue({ atOnce: 1, clientsAtOnce: 1 })
