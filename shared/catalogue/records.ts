import { z } from 'zod'
import { id, instant, version } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { serviceTax } from './service-tax.ts'

/** 1 for a record that was deleted, or whose treatment was deleted. */
export const isDelete = z.union([z.literal(0), z.literal(1)])

export const treatment = z.object({
  id,
  treatment_name: z.string(),
  treatment_description: z.string().nullable(),
  treatment_price: pesosAnswer,
  is_delete: isDelete,
  updated_at: instant,
  version,
})
export type Treatment = z.output<typeof treatment>

export const service = z.object({
  id,
  service_id: id,
  service_name: z.string(),
  service_description: z.string().nullable(),
  service_price: pesosAnswer,
  /** How many minutes a visit for this service lasts, without buffers. */
  duration_minutes: z.number().int(),
  buffer_before_minutes: z.number().int(),
  buffer_after_minutes: z.number().int(),
  bookable_online: z.boolean(),
  /** How many minutes before the start clients can still book; null if the clinic's minimum notice applies. */
  minimum_notice_minutes: z.number().int().nullable(),
  /** How many days ahead clients can book; null if the clinic's limit applies. */
  horizon_days: z.number().int().nullable(),
  /** After how many days clients usually return for this service. */
  rebook_after_days: z.number().int(),
  /** The questions that a client is asked when booking the service. */
  questions: z.array(z.string()),
  ...serviceTax.shape,
  // The specification's screens read these three fields with a capital letter and send them without, so the response
  // has both.
  Service_name: z.string(),
  Service_description: z.string().nullable(),
  Service_price: pesosAnswer,
  /** The path of the picture, or null, in which case a placeholder is drawn. */
  service_pic: z.string().nullable(),
  treatment_id: id,
  treatment_name: z.string(),
  is_delete: isDelete,
  updated_at: instant,
  version,
})
export type Service = z.output<typeof service>

export const addOn = z.object({
  id,
  addOn_id: id,
  addOn_name: z.string(),
  addOn_price: pesosAnswer,
  treatment_id: id,
  treatment_name: z.string(),
  is_delete: isDelete,
  updated_at: instant,
  version,
})
export type AddOn = z.output<typeof addOn>
