import { z } from 'zod'
import { civilDate, id, optionalName, optionalText, strictBody } from '#shared/lib/fields.ts'
import { COLOUR_SETS } from '#shared/clinic/colours.ts'
import { websiteMessages as s } from './messages.ts'

/** The parts of the page below the opening picture, in the order in which a new clinic has them. */
export const SECTIONS = ['services', 'about', 'people', 'rooms', 'pricing', 'testimonials', 'visit', 'contact'] as const
export type SectionId = (typeof SECTIONS)[number]

/** What the owner edits in one place, and what a version names as changed. */
export const PARTS = ['hero', ...SECTIONS, 'look', 'order'] as const
export type Part = (typeof PARTS)[number]

/** Which point of a picture stays in sight when the page cuts it to another shape. */
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

/** The signs that a card without a picture can have. */
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

/** Kinds of licence that a clinic shows. */
export const LICENCE_KINDS = ['PRC', 'DOH', 'FDA'] as const

/** The widest and the most of it all: a page that is read, and not a store of everything. */
export const MOST = {
  slides: 3,
  facts: 4,
  cards: 24,
  people: 24,
  rooms: 12,
  menus: 24,
  quotes: 24,
  licences: 6,
} as const

const none = (text: string | null | undefined) => text ?? ''
/** One line of text, or none. */
const line = (max: number) => optionalName(max).transform(none)
/** Text of several lines, or none. */
const words = (max: number) => optionalText(max).transform(none)

const link = line(300).refine((text) => text === '' || /^https:\/\/\S+$/.test(text), s.link)

/** A picture of the clinic's own by its id, or one that comes with Mutya (`art:hero-1`). */
const pictureId = z.union([id, z.string().regex(/^art:[a-z]+-\d{1,2}$/)], s.picture)

const picture = strictBody({
  id: pictureId,
  /** What it shows, for those who cannot see it. */
  alt: line(600),
  focus: z.enum(FOCUSES),
})
export type PictureChoice = z.output<typeof picture>

const optionalPicture = picture.nullable()

/** What stands for a treatment of the catalogue names it; its name and prices are then those of the catalogue. */
const treatmentId = id.nullable()

const card = strictBody({
  treatment_id: treatmentId,
  /** Empty: the name and the description of the treatment. */
  name: line(60),
  line: line(120),
  icon: z.enum(CARD_ICONS).nullable(),
  picture: optionalPicture,
  is_shown: z.boolean(),
})

const menu = strictBody({
  treatment_id: treatmentId,
  name: line(60),
  /** The clinic's own picture of a menu; without one it is made of the catalogue. */
  picture: optionalPicture,
  is_shown: z.boolean(),
})

const quote = strictBody({
  name: line(60),
  visit: line(60),
  quote: words(400),
  stars: z.number().int().min(1).max(5),
  /** Where it was written, and when. */
  source: line(60),
  date: civilDate.nullable(),
})

const uniqueBy = <T>(items: readonly T[], keyOf: (item: T) => unknown) =>
  new Set(items.map(keyOf)).size === items.length

/** All that a clinic says on its website by its own choice. Name, address, hours, catalogue and people come from their own places. */
export const websiteContent = strictBody({
  look: strictBody({ colours: z.enum(COLOUR_SETS), logo: id.nullable() }),
  order: z
    .array(z.enum(SECTIONS))
    .length(SECTIONS.length)
    .refine((ids) => uniqueBy(ids, (one) => one)),
  hidden: z.array(z.enum(SECTIONS)).max(SECTIONS.length),
  hero: strictBody({
    eyebrow: line(60),
    /** Empty: the name of the clinic. */
    title: line(60),
    title_in_italics: line(60),
    lead: words(300),
    facts: z.array(line(40)).max(MOST.facts),
    slides: z.array(strictBody({ name: line(40), picture })).max(MOST.slides),
  }),
  services: strictBody({
    title: line(80),
    lead: words(300),
    /** Treatments that are not in the list are shown after it. */
    adds_new: z.boolean(),
    cards: z.array(card).max(MOST.cards),
  }),
  about: strictBody({ title: line(120), style: words(500), mission: words(500), picture: optionalPicture }),
  people: strictBody({
    title: line(80),
    lead: words(300),
    /** Practitioners who are not in the list are shown after it. */
    adds_new: z.boolean(),
    members: z
      .array(strictBody({ resource_id: id, line: words(200), licence: line(60), is_shown: z.boolean() }))
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
    /** Treatments that are not in the list get a menu after it. */
    adds_new: z.boolean(),
    menus: z.array(menu).max(MOST.menus),
    /** What stands here is a sample, and says so. */
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

/** What a clinic has that has changed nothing: its own name, address, hours and catalogue, and nobody's invented words. */
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
  about: { title: '', style: '', mission: '', picture: null },
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

/** The parts in which two contents differ. */
export function changedParts(before: WebsiteContent, after: WebsiteContent): Part[] {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  return PARTS.filter((part) =>
    part === 'order'
      ? differs([before.order, before.hidden.toSorted()], [after.order, after.hidden.toSorted()])
      : differs(before[part], after[part]),
  )
}

/** Every picture that a content shows beside the logo. */
export const chosenPictures = ({ hero, services, about, rooms, pricing, visit }: WebsiteContent): PictureChoice[] =>
  [
    ...hero.slides.map(({ picture: one }) => one),
    ...services.cards.map(({ picture: one }) => one),
    about.picture,
    ...rooms.pictures.map(({ picture: one }) => one),
    ...pricing.menus.map(({ picture: one }) => one),
    visit.map,
  ].filter((one) => one !== null)
