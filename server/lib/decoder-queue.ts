import { StaffFirstQueue } from './staff-first-queue.ts'

/** Decodes one picture at a time: forty million pixels take up to 150 MB. */
export const decoderQueue = new StaffFirstQueue({ atOnce: 1, clientsAtOnce: 1 })
