import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const parts = z.object({ parts: z.array(z.string()) })

/** The names of the website's parts, as the log writes them. */
const titles: Record<string, string> = {
  hero: 'opening picture',
  services: 'services',
  about: 'about the clinic',
  results: 'before and after',
  people: 'team',
  rooms: 'rooms',
  pricing: 'price menus',
  testimonials: 'testimonials',
  visit: 'address and hours',
  contact: 'contact',
  look: 'logo and colours',
  order: 'order of the sections',
}
const named = (ids: readonly string[]) => ids.map((part) => titles[part] ?? part).join(', ')

export const websiteEvents = eventTypesOf('website', {
  // The log does not contain the website's texts: each published version stores them, and a draft is saved while
  // typing.
  'website.draft.changed': eventType({
    kind: 'update',
    subject: 'website',
    parameters: parts,
    sentence: ({ parts: ids }) => `Changed the draft of the website: ${named(ids)}`,
  }),
  'website.draft.restored': eventType({
    kind: 'update',
    subject: 'website',
    parameters: z.object({ number: z.number() }),
    sentence: ({ number }) => `Put version ${number} of the website into the draft`,
  }),
  'website.version.published': eventType({
    kind: 'update',
    subject: 'website',
    parameters: parts.extend({
      number: z.number(),
      /** The number of the older version that was published again. */
      again: z.number().optional(),
    }),
    sentence: ({ number, again, parts: ids }) =>
      again === undefined
        ? `Published version ${number} of the website: ${named(ids)}`
        : `Published version ${number} of the website, which is version ${again} again`,
  }),
  'website.frame-hosts.changed': eventType({
    kind: 'update',
    subject: 'website',
    parameters: z.object({}),
    fields: { hosts: { label: 'websites', value: 'text' } },
    sentence: (_, changes) => `Changed which websites may show the booking page${changes}`,
  }),
  'website.picture.added': eventType({
    kind: 'create',
    subject: 'website picture',
    parameters: z.object({}),
    sentence: () => 'Added a picture for the website',
  }),
  'website.picture.cut': eventType({
    kind: 'create',
    subject: 'website picture',
    parameters: z.object({}),
    sentence: () => 'Cut a picture of the website',
  }),
  'website.consent.confirmed': eventType({
    kind: 'create',
    subject: 'consent for the website',
    parameters: z.object({}),
    sentence: () => 'Confirmed that a person agreed to show their before-and-after pictures on the website',
  }),
  'website.consent.withdrawn': eventType({
    kind: 'update',
    subject: 'consent for the website',
    parameters: z.object({}),
    sentence: () => 'Withdrew the consent of a person to show their before-and-after pictures on the website',
  }),
  'website.pictures.removed': eventType({
    kind: 'delete',
    subject: 'website picture',
    parameters: z.object({ count: z.number() }),
    sentence: ({ count }) =>
      count === 1
        ? 'Removed a picture that no version of the website shows'
        : `Removed ${count} pictures that no version of the website shows`,
  }),
})
