import { z } from 'zod'
import { DOCUMENT_MODES } from '#shared/clinic/documents.ts'
import { paperFields } from '#shared/sales/paper/paper-fields.ts'

/**
 * The top of a reading: the clinic and, in invoice modes, its registration with the machine numbers of the terminal.
 */
export const readingHead = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  tin: z.string(),
  mode: z.enum(DOCUMENT_MODES),
  registration: paperFields.shape.registration,
})

/** People who sold, each with the number of their sales. */
export const sellers = z.array(z.object({ name: z.string(), count: z.number().int() }))
