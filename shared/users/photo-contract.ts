import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { imageMessages, MAX_IMAGE_BYTES } from '#shared/lib/messages.ts'

/** The path of the person's own photo; null without one. */
const photoAnswer = z.object({ data: z.object({ photo: z.string().nullable() }) })

export const photoContract = {
  upload: endpoint({
    method: 'POST',
    url: '/api/userphoto',
    access: 'any-account',
    summary: 'Set or change my photo; it is cropped to a square and saved anew',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    body: strictBody({
      photo: z.file(imageMessages.type).min(1, imageMessages.unreadable).max(MAX_IMAGE_BYTES, imageMessages.tooLarge),
    }),
    response: photoAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/userphoto',
    access: 'any-account',
    summary: 'Remove my photo',
    database: 'none',
    response: photoAnswer,
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/userphoto/:name',
    access: 'any-account',
    summary: 'The photo of a person, for themselves and for staff; a new photo has a new name',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/webp'),
  }),
}
