import { z } from 'zod'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { FACES } from './drawings.ts'
import { CARD_ICONS, colourChoice, FOCUSES, LICENCE_KINDS, SECTIONS } from './content.ts'

const sitePicture = z.object({
  /** The URL of the picture without width and extension: `/art/hero-1` is loaded as `/art/hero-1-640.avif`. */
  path: z.string(),
  formats: z.array(z.enum(['avif', 'webp'])),
  /** The available widths of the picture in pixels, in ascending order. */
  widths: z.array(z.number().int()),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  focus: z.enum(FOCUSES),
  /** A tiny blurred version of the picture as a `data:` URL, or empty. */
  placeholder: z.string(),
})
/** A picture as the page shows it. */
export type SitePicture = z.output<typeof sitePicture>

const headed = { title: z.string(), lead: z.string() }

/**
 * The website as visitors see it: published content with current data of catalogue, people and clinic. Prices are read
 * from the same rows as the till's.
 */
export const site = z.object({
  colours: colourChoice,
  logo: sitePicture.nullable(),
  /** The sections that are not hidden and have content, in order. */
  sections: z.array(z.enum(SECTIONS)),
  hero: z.object({
    eyebrow: z.string(),
    title: z.string(),
    title_in_italics: z.string(),
    lead: z.string(),
    facts: z.array(z.string()),
    slides: z.array(z.object({ name: z.string(), picture: sitePicture })),
  }),
  services: z.object({
    ...headed,
    cards: z.array(
      z.object({
        name: z.string(),
        line: z.string(),
        /** Price in pesos and duration of the treatment's cheapest service; null without a treatment. */
        from: pesosAnswer.nullable(),
        minutes: z.number().int().nullable(),
        /** The id of the catalogue's treatment that this service card shows. */
        treatment_id: z.string().nullable(),
        icon: z.enum(CARD_ICONS).nullable(),
        picture: sitePicture.nullable(),
      }),
    ),
  }),
  about: z.object({
    title: z.string(),
    style: z.string(),
    mission: z.string(),
    picture: sitePicture.nullable(),
    /** The picture as wide as the window; null when the owner has switched it off. */
    band: sitePicture.nullable(),
  }),
  results: z.object({
    ...headed,
    is_sample: z.boolean(),
    pairs: z.array(z.object({ before: sitePicture, after: sitePicture, name: z.string(), line: z.string() })),
  }),
  people: z.object({
    ...headed,
    members: z.array(
      z.object({
        /** The practitioner's id, from which the link "Book with …" is made. */
        id: z.string(),
        name: z.string(),
        title: z.string(),
        line: z.string(),
        licence: z.string(),
        /** The portrait that the owner has chosen for the website. */
        picture: sitePicture.nullable(),
        /** The path of the practitioner's photo, or null. */
        photo: z.string().nullable(),
        /** The drawing that stands in for a missing portrait and photo. */
        drawing: z.enum(FACES),
      }),
    ),
  }),
  rooms: z.object({ ...headed, pictures: z.array(z.object({ name: z.string(), picture: sitePicture })) }),
  pricing: z.object({
    ...headed,
    is_sample: z.boolean(),
    menus: z.array(
      z.object({
        name: z.string(),
        picture: sitePicture.nullable(),
        /** The services of the menu with prices in pesos; empty when the menu is a picture. */
        lines: z.array(z.object({ name: z.string(), price: pesosAnswer, minutes: z.number().int() })),
      }),
    ),
  }),
  testimonials: z.object({
    title: z.string(),
    is_sample: z.boolean(),
    quotes: z.array(
      z.object({
        name: z.string(),
        visit: z.string(),
        quote: z.string(),
        stars: z.number().int(),
        source: z.string(),
        date: z.string().nullable(),
      }),
    ),
  }),
  visit: z.object({ title: z.string(), directions: z.string(), map_url: z.string(), map: sitePicture.nullable() }),
  contact: z.object({
    ...headed,
    messenger_url: z.string(),
    viber: z.string(),
    licences: z.array(z.object({ kind: z.enum(LICENCE_KINDS), text: z.string() })),
    privacy_line: z.string(),
  }),
})
export type Site = z.output<typeof site>
