import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

// The log sentences of this module say what was done with a photo, but never what it shows or why it was hidden.

const ofClient = z.object({ client: z.string() })
const publication = ofClient.extend({ is_one_photo: z.boolean() })
const photos = (isOne: boolean) => (isOne ? 'a photo' : 'the photos')

/** The log events of chart photos. */
export const chartPhotoEvents = eventTypesOf('chart-photos', {
  'chart-photos.photo.added': eventType({
    kind: 'create',
    subject: 'chart photo',
    parameters: ofClient,
    sentence: ({ client }) => `Added a photo to the chart of ${client}`,
  }),
  'chart-photos.photo.described': eventType({
    kind: 'update',
    subject: 'chart photo',
    parameters: ofClient,
    sentence: ({ client }) => `Changed the details of a photo in the chart of ${client}`,
  }),
  'chart-photos.photo.hidden': eventType({
    kind: 'update',
    subject: 'chart photo',
    parameters: ofClient,
    sentence: ({ client }) => `Hid a photo in the chart of ${client}`,
  }),
  'chart-photos.photo.shown': eventType({
    kind: 'update',
    subject: 'chart photo',
    parameters: ofClient,
    sentence: ({ client }) => `Showed a hidden photo again in the chart of ${client}`,
  }),
  'chart-photos.photo.moved': eventType({
    kind: 'update',
    subject: 'chart photo',
    parameters: z.object({ from: z.string(), to: z.string() }),
    sentence: ({ from, to }) => `Moved a photo from the chart of ${from} to the chart of ${to}`,
  }),
  'chart-photos.photo.published': eventType({
    kind: 'update',
    subject: 'chart photo',
    parameters: ofClient,
    sentence: ({ client }) => `Downloaded a photo of ${client} for publication`,
  }),
  'chart-photos.consent.given': eventType({
    kind: 'create',
    subject: 'publication consent',
    parameters: publication,
    sentence: ({ client, is_one_photo }) =>
      `Recorded that ${client} agrees to the publication of ${photos(is_one_photo)}`,
  }),
  'chart-photos.consent.withdrawn': eventType({
    kind: 'update',
    subject: 'publication consent',
    parameters: publication,
    sentence: ({ client, is_one_photo }) =>
      `Recorded that ${client} withdrew the consent to the publication of ${photos(is_one_photo)}`,
  }),
  'chart-photos.own.withdrawn': eventType({
    kind: 'update',
    subject: 'publication consent',
    parameters: z.object({ is_one_photo: z.boolean() }),
    sentence: ({ is_one_photo }) =>
      is_one_photo
        ? 'Withdrew their consent to the publication of a photo'
        : 'Withdrew their consent to the publication of their photos',
  }),
  'chart-photos.own.downloaded': eventType({
    kind: 'update',
    subject: 'chart photo',
    parameters: z.object({ count: z.number() }),
    sentence: ({ count }) => `Downloaded their own photos (${count})`,
  }),
})
