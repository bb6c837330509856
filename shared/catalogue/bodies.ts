import { z } from 'zod'
import { optionalText, requiredName, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosInForm } from '#shared/lib/money-fields.ts'
import { imageMessages, MAX_IMAGE_BYTES } from '#shared/lib/messages.ts'
import { catalogueMessages as s } from './messages.ts'

/** An uploaded picture; the server checks the actual format. */
export const picture = z.file(s.serviceImage).min(1, s.serviceImage).max(MAX_IMAGE_BYTES, imageMessages.tooLarge)
export const treatmentBody = strictBody({
  treatment_name: requiredName(120, s.treatmentName),
  treatment_description: optionalText(1000),
  treatment_price: pesos.default(0),
})
export const serviceFields = {
  service_name: requiredName(120, s.serviceNameAndTreatment),
  service_description: optionalText(1000),
  service_price: pesosInForm.default(0),
  treatment_id: z.uuid(s.serviceNameAndTreatment),
}
export const addOnBody = strictBody({
  addOn_name: requiredName(120, s.addOnNameAndTreatment),
  addOn_price: pesos.default(0),
  treatment_id: z.uuid(s.addOnNameAndTreatment),
})
