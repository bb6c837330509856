import { z } from 'zod'
import { civilDate, id, optionalName, optionalText, strictBody } from '#shared/lib/fields.ts'
import { COLOUR_SETS, type OwnColour } from '#shared/clinic/colour-choice.ts'
import { FACES } from './drawings.ts'
import { websiteMessages as s } from './messages.ts'

/** The sections of the website below the opening picture, in their default order. */
export const SECTIONS = [
  'services',
  'about',
  'results',
  'people',
  'rooms',
  'pricing',
  'testimonials',
  'visit',
  'contact',
] as const
export type SectionId = (typeof SECTIONS)[number]

/** The parts of the website that the owner edits; each published version lists which of them have changed. */
export const PARTS = ['hero', ...SECTIONS, 'look', 'order'] as const
export type Part = (typeof PARTS)[number]

/** The focal point that stays visible when a picture is cropped. */
export const FOCUSES = [
  'center',
  'top',
  'bottom',
  'left',
  'right',
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
] as const

/** The icons for service cards of the website without a picture. */
export const CARD_ICONS = [
  'syringe',
  'heart',
  'gem',
  'zap',
  'waves',
  'droplets',
  'layers',
  'hand',
  'flask',
  'gift',
  'message',
  'party',
] as const
export type CardIcon = (typeof CARD_ICONS)[number]

/** The authorities whose licences a clinic can show on its website. */
export const LICENCE_KINDS = ['PRC', 'DOH', 'FDA'] as const

/** The highest number of entries in each list of the website, so that the page stays readable. */
export const MOST = {
  slides: 3,
  facts: 4,
  cards: 24,
  people: 24,
  rooms: 12,
  results: 12,
  menus: 24,
  quotes: 24,
  licences: 6,
} as const

const none = (text: string | null | undefined) => text ?? ''
/** A single line of text; missing and blank text becomes an empty string. */
const line = (max: number) => optionalName(max).transform(none)
/** Text of several lines; missing and blank text becomes an empty string. */
const words = (max: number) => optionalText(max).transform(none)

const link = line(300).refine((text) => text === '' || /^https:\/\/\S+$/.test(text), s.link)

/** The id of an uploaded picture, or a built-in one (`art:hero-1`). */
const pictureId = z.union([id, z.string().regex(/^art:[a-z]+-\d{1,2}$/)], s.picture)

const picture = strictBody({
  id: pictureId,
  /** The alternative text of the picture, for people who cannot see it. */
  alt: line(600),
  focus: z.enum(FOCUSES),
})
export type PictureChoice = z.output<typeof picture>

const optionalPicture = picture.nullable()

/** The treatment of the catalogue from which a service card or menu of the website takes its name and prices. */
const treatmentId = id.nullable()

const card = strictBody({
  treatment_id: treatmentId,
  /** The title of a service card; if it is empty, the name and description of the treatment are shown. */
  name: line(60),
  line: line(120),
  icon: z.enum(CARD_ICONS).nullable(),
  picture: optionalPicture,
  is_shown: z.boolean(),
})

const menu = strictBody({
  treatment_id: treatmentId,
  name: line(60),
  /** The clinic's own picture of a menu; if null, the menu is made from the catalogue. */
  picture: optionalPicture,
  is_shown: z.boolean(),
})

const quote = strictBody({
  name: line(60),
  visit: line(60),
  quote: words(400),
  stars: z.number().int().min(1).max(5),
  /** Where and when the testimonial was written. */
  source: line(60),
  date: civilDate.nullable(),
})

const uniqueBy = <T>(items: readonly T[], keyOf: (item: T) => unknown) =>
  new Set(items.map(keyOf)).size === items.length

/**
 * Adds sections that did not exist when the order was stored, each after the section before it in the default order.
 */
function withEverySection(order: readonly SectionId[]): SectionId[] {
  const whole = [...order]
  SECTIONS.forEach((section, place) => {
    if (whole.includes(section)) return
    const before = SECTIONS[place - 1]
    whole.splice(before ? whole.indexOf(before) + 1 : 0, 0, section)
  })
  return whole
}

// zod's `templateLiteral` has this type, but would add its code to every page.
const ownColour = z.string().regex(/^#[0-9a-f]{6}$/) as z.ZodType<OwnColour, OwnColour>
/** A set of colours or the clinic's own colour. */
export const colourChoice = z.union([z.enum(COLOUR_SETS), ownColour])

/** The pictures of one person before and after treatments. */
const pair = strictBody({ before: picture, after: picture, name: line(60), line: words(200) })
const noPairs: { title: string; lead: string; is_sample: boolean; pairs: z.output<typeof pair>[] } = {
  title: '',
  lead: '',
  is_sample: false,
  pairs: [],
}

/**
 * All that the owner writes or chooses for the website. Name, address, hours, catalogue and people have their own
 * settings.
 */
export const websiteContent = strictBody({
  look: strictBody({ colours: colourChoice, logo: id.nullable() }),
  order: z
    .array(z.enum(SECTIONS))
    .max(SECTIONS.length)
    .refine((ids) => uniqueBy(ids, (one) => one))
    .transform(withEverySection),
  hidden: z.array(z.enum(SECTIONS)).max(SECTIONS.length),
  hero: strictBody({
    eyebrow: line(60),
    /** The headline of the opening picture; if empty, the clinic's name is shown. */
    title: line(60),
    title_in_italics: line(60),
    lead: words(300),
    facts: z.array(line(40)).max(MOST.facts),
    slides: z.array(strictBody({ name: line(40), picture })).max(MOST.slides),
  }),
  services: strictBody({
    title: line(80),
    lead: words(300),
    /** If true, treatments that have no service card in `cards` are shown after these cards. */
    adds_new: z.boolean(),
    cards: z.array(card).max(MOST.cards),
  }),
  about: strictBody({
    title: line(120),
    style: words(500),
    mission: words(500),
    picture: optionalPicture,
    /** The picture as wide as the window; if null, one of Mutya's pictures is shown. */
    band: optionalPicture.default(null),
    has_band: z.boolean().default(true),
  }),
  results: strictBody({
    title: line(80),
    lead: words(300),
    /** If true, the pictures are samples, and the website says so. */
    is_sample: z.boolean(),
    /** Visitors see a pair only while the consent of its person is confirmed. */
    pairs: z.array(pair).max(MOST.results),
  }).default(noPairs),
  people: strictBody({
    title: line(80),
    lead: words(300),
    /** If true, practitioners who are not in `members` are shown after these members. */
    adds_new: z.boolean(),
    members: z
      .array(
        strictBody({
          resource_id: id,
          line: words(200),
          licence: line(60),
          is_shown: z.boolean(),
          /** The portrait for the website; if null, the photo from Practitioners & Rooms is shown. */
          picture: optionalPicture.default(null),
          /** The drawing shown without portrait and photo; if null, one is assigned. */
          drawing: z.enum(FACES).nullable().default(null),
        }),
      )
      .max(MOST.people),
  }),
  rooms: strictBody({
    title: line(80),
    lead: words(300),
    pictures: z.array(strictBody({ name: line(60), picture })).max(MOST.rooms),
  }),
  pricing: strictBody({
    title: line(80),
    lead: words(300),
    /** If true, each treatment that is missing in `menus` gets a menu of its own at the end. */
    adds_new: z.boolean(),
    menus: z.array(menu).max(MOST.menus),
    /** If true, the prices are samples, and the website says so. */
    is_sample: z.boolean(),
  }),
  testimonials: strictBody({ title: line(80), is_sample: z.boolean(), quotes: z.array(quote).max(MOST.quotes) }),
  visit: strictBody({ title: line(80), directions: words(400), map_url: link, map: optionalPicture }),
  contact: strictBody({
    title: line(80),
    lead: words(300),
    messenger_url: link,
    viber: line(40),
    licences: z.array(strictBody({ kind: z.enum(LICENCE_KINDS), text: line(80) })).max(MOST.licences),
    privacy_line: line(200),
  }),
})
export type WebsiteContent = z.output<typeof websiteContent>

const still = (name: string, art: number, alt: string): WebsiteContent['hero']['slides'][number] => ({
  name,
  picture: { id: `art:hero-${art}`, alt, focus: 'center' },
})

/** The default content: the clinic's own data and no invented texts. */
export const starterContent = (): WebsiteContent => ({
  look: { colours: 'lagoon', logo: null },
  order: [...SECTIONS],
  hidden: [],
  hero: {
    eyebrow: '',
    title: '',
    title_in_italics: '',
    lead: s.starter.lead,
    facts: [],
    slides: [still(s.starter.slide, 1, s.starter.slideAlt)],
  },
  services: { title: s.starter.services, lead: '', adds_new: true, cards: [] },
  about: { title: '', style: '', mission: '', picture: null, band: null, has_band: true },
  results: { ...noPairs, title: s.starter.results },
  people: { title: s.starter.people, lead: '', adds_new: true, members: [] },
  rooms: { title: s.starter.rooms, lead: '', pictures: [] },
  pricing: { title: s.starter.pricing, lead: '', adds_new: true, menus: [], is_sample: false },
  testimonials: { title: s.starter.testimonials, is_sample: false, quotes: [] },
  visit: { title: s.starter.visit, directions: '', map_url: '', map: null },
  contact: {
    title: s.starter.contact,
    lead: '',
    messenger_url: '',
    viber: '',
    licences: [],
    privacy_line: '',
  },
})

/** The parts of the website in which two contents differ. */
export function changedParts(before: WebsiteContent, after: WebsiteContent): Part[] {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  return PARTS.filter((part) =>
    part === 'order'
      ? differs([before.order, before.hidden.toSorted()], [after.order, after.hidden.toSorted()])
      : differs(before[part], after[part]),
  )
}
