import type { OfferedTreatment } from '#server/catalogue/public.ts'
import { photoAddress } from '#server/resources/public.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { hasSetHours } from '#shared/clinic/opening-hours.ts'
import { toPesos } from '#shared/lib/money.ts'
import { MOST, type PictureChoice, type SectionId, type WebsiteContent } from '#shared/website/content.ts'
import { chosenPictures } from '#shared/website/chosen-pictures.ts'
import { facesOf } from '#shared/website/drawings.ts'
import { art } from '#shared/website/pictures.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import type { Site, SitePicture } from '#shared/website/site.ts'

type PictureRow = { id: string; width: number; height: number; widths: number[]; placeholder: string }
type PersonRow = { id: string; name: string; title: string; photo_path: string | null }

/** The current data that the page shows beside the owner's texts. */
type SiteSources = {
  clinic: Pick<ClinicProfile, 'name' | 'address' | 'phone' | 'location_label' | 'hours_text' | 'opening_hours'>
  treatments: readonly OfferedTreatment[]
  people: readonly PersonRow[]
  pictures: ReadonlyMap<string, PictureRow>
  /** The confirmed consents for the website, with the ids of the pictures that each covers. */
  consents: readonly { before: readonly string[]; after: readonly string[] }[]
}

/** The maximum number of services in one menu of the website; longer menus are split. */
const MAX_MENU_LINES = 8

const ART = /^art:(hero-[1-3]|menu-[1-9]|service-(?:[1-9]|1[0-5])|room-[1-4]|skin-[1-4])$/

type PicturesById = SiteSources['pictures']

/** A chosen picture with its display data; null for a deleted one. */
function shownPicture(choice: PictureChoice, pictures: PicturesById): SitePicture | null {
  const { alt, focus } = choice
  const name = ART.exec(choice.id)?.[1]
  if (name) return { path: `/art/${name}`, ...art(name), alt, focus, placeholder: '' }
  const row = pictures.get(choice.id)
  if (!row) return null
  const { width, height, widths, placeholder } = row
  return {
    path: `/api/website-pictures/${row.id}`,
    formats: ['avif', 'webp'],
    widths,
    width,
    height,
    alt,
    focus,
    placeholder,
  }
}

/** The ids of all uploaded pictures in the content. */
export function picturesIn(content: WebsiteContent): string[] {
  const ids = [content.look.logo, ...chosenPictures(content).map(({ id }) => id)]
  return [...new Set(ids.filter((id): id is string => id !== null && !id.startsWith('art:')))]
}

type Placed = { treatment_id: string | null; is_shown: boolean }

/**
 * Joins entries (cards, menus) with their treatments. Entries of deleted treatments are removed. With `addsNew`, each
 * treatment without an entry gets a new one at the end.
 */
function withTreatments<E extends Placed>(
  entries: readonly E[],
  treatments: readonly OfferedTreatment[],
  addsNew: boolean,
  newEntry: Omit<E, 'treatment_id'>,
) {
  const named = new Set(entries.map(({ treatment_id }) => treatment_id))
  const added = addsNew
    ? treatments.filter(({ id }) => !named.has(id)).map(({ id }) => ({ ...newEntry, treatment_id: id }) as E)
    : []
  return [...entries, ...added]
    .filter(({ is_shown }) => is_shown)
    .map((entry) => ({ entry, treatment: treatments.find(({ id }) => id === entry.treatment_id) }))
    .filter(({ entry, treatment }) => entry.treatment_id === null || treatment !== undefined)
}

const newCard = { name: '', line: '', icon: null, picture: null, is_shown: true }

/** Price and duration of a treatment's cheapest service. */
function cheapestOf(treatment: OfferedTreatment | undefined): { from: number | null; minutes: number | null } {
  const [cheapest] = treatment?.services.toSorted((a, b) => a.price_centavos - b.price_centavos) ?? []
  return { from: cheapest ? toPesos(cheapest.price_centavos) : null, minutes: cheapest?.duration_minutes ?? null }
}

function cardsOf({ services }: WebsiteContent, { treatments, pictures }: SiteSources): Site['services']['cards'] {
  return withTreatments(services.cards, treatments, services.adds_new, newCard)
    .map(({ entry, treatment }) => ({
      name: entry.name || (treatment?.name ?? ''),
      line: entry.line || (treatment?.description ?? ''),
      ...cheapestOf(treatment),
      treatment_id: entry.treatment_id,
      icon: entry.icon,
      picture: entry.picture && shownPicture(entry.picture, pictures),
    }))
    .filter(({ name }) => name !== '')
    .slice(0, MOST.cards)
}

/** Splits the lines of a treatment into menus of nearly equal length. */
function splitMenu({ services }: Pick<OfferedTreatment, 'services'>, name: string): Site['pricing']['menus'] {
  const lines = services.map((service) => ({
    name: service.name,
    price: toPesos(service.price_centavos),
    minutes: service.duration_minutes,
  }))
  const count = Math.ceil(lines.length / MAX_MENU_LINES)
  const size = Math.ceil(lines.length / count)
  return Array.from({ length: count }, (_, sheet) => ({
    name: `${name}${sheet === 0 ? '' : ` (${sheet + 1})`}`,
    picture: null,
    lines: lines.slice(sheet * size, (sheet + 1) * size),
  }))
}

type MenuEntry = WebsiteContent['pricing']['menus'][number]

/** Treatments with one service share a price menu, unless the owner gave the treatment's menu a name or a picture. */
const sharesSheet = ({ name, picture }: MenuEntry, { services }: OfferedTreatment) =>
  services.length === 1 && name === '' && picture === null

/**
 * Makes the menus that treatments with one service each share. A service whose name does not contain the name of its
 * treatment gets that name in front.
 */
function sharedMenus(treatments: readonly OfferedTreatment[]): Site['pricing']['menus'] {
  const services = treatments.flatMap(({ name, services: [service] }) => {
    if (!service) return []
    const isClear = service.name.toLowerCase().includes(name.toLowerCase())
    return [{ ...service, name: isClear ? service.name : `${name}: ${service.name}` }]
  })
  const [first, second, ...more] = treatments.map(({ name }) => name)
  const name = more.length > 0 ? s.moreTreatments : `${first} & ${second}`
  return splitMenu({ services }, name)
}

const newMenu = { name: '', picture: null, is_shown: true }

function menusOf({ pricing }: WebsiteContent, { treatments, pictures }: SiteSources): Site['pricing']['menus'] {
  const entries = withTreatments(pricing.menus, treatments, pricing.adds_new, newMenu)
  const singles = entries.flatMap(({ entry, treatment }) =>
    treatment && sharesSheet(entry, treatment) ? [treatment] : [],
  )
  const shared = singles.length > 1 ? sharedMenus(singles) : null
  return entries
    .flatMap(({ entry, treatment }) => {
      if (shared && treatment && sharesSheet(entry, treatment)) return treatment === singles[0] ? shared : []
      const picture = entry.picture && shownPicture(entry.picture, pictures)
      if (picture) return [{ name: entry.name || (treatment?.name ?? ''), picture, lines: [] }]
      return treatment ? splitMenu(treatment, entry.name || treatment.name) : []
    })
    .slice(0, MOST.menus)
}

function membersOf({ people }: WebsiteContent, sources: SiteSources): Site['people']['members'] {
  const named = new Set(people.members.map(({ resource_id }) => resource_id))
  const added = people.adds_new
    ? sources.people
        .filter(({ id }) => !named.has(id))
        .map(({ id }) => ({ resource_id: id, line: '', licence: '', is_shown: true, picture: null, drawing: null }))
    : []
  const shown = [...people.members, ...added]
    .filter(({ is_shown }) => is_shown)
    .flatMap((member) => {
      const person = sources.people.find(({ id }) => id === member.resource_id)
      return person ? [{ member, person }] : []
    })
    .slice(0, MOST.people)
  const faces = facesOf(shown.map(({ member, person }) => ({ id: person.id, chosen: member.drawing })))
  return shown.map(({ member: { line, licence, picture }, person: { id, name, title, photo_path } }, place) => ({
    id,
    name,
    title,
    line,
    licence,
    picture: picture && shownPicture(picture, sources.pictures),
    photo: photoAddress(photo_path),
    drawing: faces[place]!,
  }))
}

const isArt = ({ id }: PictureChoice) => ART.test(id)

/**
 * The before-and-after pairs that visitors see: those whose person has agreed to be shown, and Mutya's own, which show
 * nobody.
 */
function pairsOf({ results }: WebsiteContent, { pictures, consents }: SiteSources): Site['results']['pairs'] {
  return results.pairs.flatMap(({ before, after, name, line }) => {
    const isAllowed =
      (isArt(before) && isArt(after)) ||
      consents.some((consent) => consent.before.includes(before.id) && consent.after.includes(after.id))
    const [first, second] = [shownPicture(before, pictures), shownPicture(after, pictures)]
    return isAllowed && first && second ? [{ before: first, after: second, name, line }] : []
  })
}

function heroOf({ hero }: WebsiteContent, { clinic, pictures }: SiteSources): Site['hero'] {
  const { slides, ...texts } = hero
  const shown = slides.flatMap(({ name, picture }) => {
    const found = shownPicture(picture, pictures)
    return found ? [{ name, picture: found }] : []
  })
  const isBlank = hero.title === '' && hero.title_in_italics === ''
  return {
    ...texts,
    title: isBlank ? clinic.name : hero.title,
    eyebrow: hero.eyebrow || (isBlank ? clinic.location_label : ''),
    facts: hero.facts.length > 0 ? hero.facts.filter((fact) => fact !== '') : [clinic.hours_text].filter(Boolean),
    slides: shown,
  }
}

/**
 * The wide picture for a clinic that has not chosen one. The picture is only decoration, so it has no alternative text.
 */
const BAND: PictureChoice = { id: 'art:hero-3', alt: '', focus: 'center' }

function aboutOf({ about }: WebsiteContent, { pictures }: SiteSources): Site['about'] {
  const { band, has_band, picture, ...texts } = about
  return {
    ...texts,
    picture: picture && shownPicture(picture, pictures),
    band: has_band ? shownPicture(band ?? BAND, pictures) : null,
  }
}

type HasContent = (site: Omit<Site, 'sections'>, clinic: SiteSources['clinic']) => boolean

/** Whether a section has content to show. The contact section always has some, because it links to the booking page. */
const hasContent: Readonly<Record<SectionId, HasContent>> = {
  services: ({ services }) => services.cards.length > 0,
  about: ({ about }) => about.style !== '' || about.mission !== '',
  results: ({ results }) => results.pairs.length > 0,
  people: ({ people }) => people.members.length > 0,
  rooms: ({ rooms }) => rooms.pictures.length > 0,
  pricing: ({ pricing }) => pricing.menus.length > 0,
  testimonials: ({ testimonials }) => testimonials.quotes.length > 0,
  visit: ({ visit }, { address, phone, opening_hours }) =>
    [address, phone, visit.directions, visit.map_url].some(Boolean) || visit.map !== null || hasSetHours(opening_hours),
  contact: () => true,
}

/** The page made from the content and the clinic's current data. */
export function presentSite(content: WebsiteContent, sources: SiteSources): Site {
  const { pictures } = sources
  const { look, services, people, rooms, pricing, testimonials, visit, contact } = content
  const optional = (choice: PictureChoice | null) => choice && shownPicture(choice, pictures)
  const parts = {
    colours: look.colours,
    logo: look.logo === null ? null : shownPicture({ id: look.logo, alt: '', focus: 'center' }, pictures),
    hero: heroOf(content, sources),
    services: { title: services.title, lead: services.lead, cards: cardsOf(content, sources) },
    about: aboutOf(content, sources),
    results: { ...content.results, pairs: pairsOf(content, sources) },
    people: { title: people.title, lead: people.lead, members: membersOf(content, sources) },
    rooms: {
      title: rooms.title,
      lead: rooms.lead,
      pictures: rooms.pictures.flatMap(({ name, picture }) => {
        const found = shownPicture(picture, pictures)
        return found ? [{ name, picture: found }] : []
      }),
    },
    pricing: {
      title: pricing.title,
      lead: pricing.lead,
      is_sample: pricing.is_sample,
      menus: menusOf(content, sources),
    },
    testimonials: { ...testimonials, quotes: testimonials.quotes.filter(({ quote }) => quote !== '') },
    visit: { ...visit, map: optional(visit.map) },
    contact: { ...contact, licences: contact.licences.filter(({ text }) => text !== '') },
  }
  const sections = content.order.filter((id) => !content.hidden.includes(id) && hasContent[id](parts, sources.clinic))
  return { ...parts, sections }
}
