import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id } from '#shared/lib/fields.ts'
import { service, treatment } from './records.ts'

/** The public calls of the booking page, and the call that returns a service's picture. */
export const bookingCatalogueContract = {
  treatments: endpoint({
    method: 'GET',
    url: '/api/get-appointment-treatment',
    access: 'public',
    summary: 'Treatments that can be booked (those with services)',
    timeoutMs: 10_000,
    response: z.object({
      data: z.array(
        treatment
          .pick({ id: true, treatment_name: true, treatment_description: true })
          /** `treatment_pic` is the path of the picture of the treatment's first service that has a picture. */
          .extend({ treatment_pic: service.shape.service_pic }),
      ),
    }),
  }),
  services: endpoint({
    method: 'GET',
    url: '/api/get-appointment-service/:treatmentId',
    access: 'public',
    summary: 'Services of a treatment that can be booked',
    timeoutMs: 5_000,
    params: z.object({ treatmentId: id }),
    response: z.object({
      data: z.array(
        service.pick({
          id: true,
          service_name: true,
          service_description: true,
          service_price: true,
          duration_minutes: true,
          service_pic: true,
          questions: true,
          treatment_id: true,
        }),
      ),
    }),
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/service-pictures/:name',
    access: 'public',
    summary: 'The picture of a service; a changed picture has a new name, so caches can keep each picture for ever',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/webp'),
  }),
}
