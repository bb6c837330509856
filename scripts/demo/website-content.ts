import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { starterContent, type CardIcon, type WebsiteContent } from '#shared/website/content.ts'

/**
 * This module has the website of the sample clinic. Invented people and prices are marked as samples on the page. Name,
 * address, phone, hours and catalogue come from the clinic's own data, so they are not in this module.
 */

type Slide = WebsiteContent['hero']['slides'][number]
const slide = (art: 1 | 2 | 3, name: string, alt: string): Slide => ({
  name,
  picture: { id: `art:hero-${art}`, alt, focus: 'center' },
})

const hero: WebsiteContent['hero'] = {
  eyebrow: 'Aesthetic & wellness clinic',
  title: 'Your skin,',
  title_in_italics: 'in its best light.',
  lead: 'Doctor-guided facials, injectables and laser care, planned around your skin and your calendar. Choose a treatment and a time in under a minute.',
  facts: ['By appointment only', 'Book online, any hour', 'Cash, GCash, Maya or bank'],
  slides: [
    slide(1, 'The clinic', 'Pearls resting on stone plinths in warm morning light'),
    slide(2, 'Medical-grade care', 'A serum bottle and a cream jar on a deep lagoon stage'),
    slide(3, 'Quiet confidence', 'A pearl cradled in a gold ring'),
  ],
}

/** The twelve services that the specification lists, in its order. */
const services: readonly (readonly [name: string, line: string, icon: CardIcon])[] = [
  ['Botox injections', 'Soften lines, keep your expression.', 'syringe'],
  ['Lip fillers', 'Balanced shape, natural volume.', 'heart'],
  ['Radiesse filler', 'Lift and structure that builds collagen.', 'gem'],
  ['CO2 resurfacing laser', 'For texture, scars and sun damage.', 'zap'],
  ['RF microneedling', 'Firmer skin with radio frequency.', 'waves'],
  ['PRP microneedling facials', 'Your own growth factors, renewed glow.', 'droplets'],
  ['Chemical peels', 'Clearer tone, layer by layer.', 'layers'],
  ['Massage therapy', 'Release, restore, reset.', 'hand'],
  ['Medical-grade skincare', 'Routines made for tropical skin.', 'flask'],
  ['Gift cards', 'For someone who deserves an hour.', 'gift'],
  ['Consultations', 'A plan before any procedure.', 'message'],
  ['Parties', 'Private sessions for your circle.', 'party'],
]

type Menu = { name: string; art: string; prices: readonly (readonly [string, number])[] }
const menu = (number: number, name: string, prices: Menu['prices']): Menu => ({
  name,
  art: `art:menu-${number}`,
  prices,
})

// oxfmt-ignore -- one menu reads best as one block of names and pesos
const menus: readonly Menu[] = [
  menu(1, 'Signature facials', [
    ['Diamond Peel', 1800],
    ['Hydra Glow', 2800],
    ['Pearl Brightening', 3500],
    ['Oxygen Infusion', 3200],
    ['Acne Clear', 2200],
    ['Collagen Boost', 4200],
  ]),
  menu(2, 'Injectables', [
    ['Forehead Lines', 6500],
    ['Crow’s Feet', 6000],
    ['Glabella', 5500],
    ['Jaw Slimming', 14_000],
    ['Underarm Sweat', 18_000],
    ['Full Upper Face', 15_500],
  ]),
  menu(3, 'Dermal fillers', [
    ['Lip Definition', 12_000],
    ['Cheek Volume', 18_000],
    ['Tear Trough', 16_000],
    ['Chin Projection', 15_000],
    ['Nasolabial', 14_500],
    ['Radiesse Contour', 22_000],
  ]),
  menu(4, 'Laser resurfacing', [
    ['CO2 Full Face', 18_000],
    ['CO2 Spot Scar', 6500],
    ['Pigment Toning', 4500],
    ['Carbon Glow', 3500],
    ['Vascular Spot', 4200],
    ['Hair Removal, Legs', 7500],
  ]),
  menu(5, 'Microneedling', [
    ['RF Face', 9500],
    ['RF Neck', 7500],
    ['RF Full', 15_000],
    ['PRP Face', 7800],
    ['PRP Scalp', 8500],
    ['Add Exosomes', 6000],
  ]),
  menu(6, 'Chemical peels', [
    ['Lactic Refresh', 2200],
    ['Mandelic Clear', 2600],
    ['TCA Light', 3800],
    ['Jessner', 4200],
    ['Back Peel', 4800],
    ['Series of Four', 9500],
  ]),
  menu(7, 'Body & massage', [
    ['Swedish, 60 min', 1200],
    ['Deep Tissue, 60 min', 1500],
    ['Hot Stone, 90 min', 2200],
    ['Lymphatic, 75 min', 2400],
    ['Prenatal, 60 min', 1600],
    ['Couples, 90 min', 3800],
  ]),
  menu(8, 'Medical skincare', [
    ['Gentle Cleanser', 780],
    ['Barrier Cream', 1250],
    ['Vitamin C 15%', 1890],
    ['Retinal Night', 2150],
    ['Mineral SPF 50', 1100],
    ['Starter Ritual', 5600],
  ]),
  menu(9, 'Packages', [
    ['First Visit Glow', 4500],
    ['Bridal Three Months', 38_000],
    ['Clear Skin Series', 16_500],
    ['Lift & Define', 42_000],
    ['Pearl Membership', 3900],
    ['Party of Six', 18_000],
  ]),
]

/** Returns the alternative text of a menu's picture, for people who cannot see it. */
const menuText = ({ name, prices }: Menu) =>
  `${name}: ${prices.map(([item, pesos]) => `${item} ${formatPesoShort(toCentavos(pesos))}`).join(', ')}`

type Quote = WebsiteContent['testimonials']['quotes'][number]
const quote = (name: string, visit: string, text: string): Quote => ({
  name,
  visit,
  quote: text,
  stars: 5,
  source: '',
  date: null,
})

const quotes: readonly Quote[] = [
  quote(
    'Bianca R.',
    'Acne scars',
    'They explained every step and never pushed extras. My skin is the calmest it has been in ten years.',
  ),
  quote(
    'Miguel T.',
    'CO2 laser',
    'Booked from my phone in a minute, was seen exactly on time. The aftercare advice was thoughtful.',
  ),
  quote(
    'Andrea L.',
    'Lip filler',
    'Subtle, even, exactly the photo I brought. Nobody noticed, everybody complimented.',
  ),
  quote('Carla S.', 'PRP facial', 'The room is quiet, the light is soft, and the results are real.'),
  quote('Jessa M.', 'Botox', 'Still me, only rested.'),
  quote('Paolo D.', 'Consultation', 'Honest advice: they told me what I did not need.'),
  quote('Tricia V.', 'Chemical peel', 'Melasma I fought for years has faded in three sessions.'),
]

type SampleWebsite = {
  /** Returns the id of the treatment with that name, or undefined if the catalogue has none. */
  treatmentId: (name: string) => string | undefined
  /**
   * `pictures` shows nine pictures of menus. `catalogue` shows nine menus built from the catalogue, with the till's
   * prices.
   */
  menus: 'pictures' | 'catalogue'
  treatments?: readonly string[]
  /** Also shows the staff and the rooms, which the specification does not ask for. */
  showsClinic?: boolean
}

const picturedMenus = (): WebsiteContent['pricing']['menus'] =>
  menus.map((one) => ({
    treatment_id: null,
    name: one.name,
    picture: { id: one.art, alt: menuText(one), focus: 'center' },
    is_shown: true,
  }))

/** The number of price menus that the specification asks for. */
const MENUS = 9

const catalogueMenus = ({ treatmentId, treatments = [] }: SampleWebsite): WebsiteContent['pricing']['menus'] =>
  treatments
    .slice(0, MENUS)
    .flatMap((name) => treatmentId(name) ?? [])
    .map((treatment_id) => ({ treatment_id, name: '', picture: null, is_shown: true }))

const servicesOf = ({ treatmentId }: SampleWebsite): WebsiteContent['services'] => ({
  title: 'Twelve ways to feel well in your skin',
  lead: 'Every visit starts with a look at your skin, never with a sales pitch. Pick a service to see open times.',
  adds_new: false,
  cards: services.map(([name, line, icon], index) => ({
    treatment_id: treatmentId(name) ?? null,
    name,
    line,
    icon,
    // The first twelve service pictures belong to these services, in this order. Their alternative text is empty,
    // because the service's name stands below.
    picture: { id: `art:service-${index + 1}`, alt: '', focus: 'center' },
    is_shown: true,
  })),
})

const about: WebsiteContent['about'] = {
  title: '“Mutya” is our word for pearl: care, layered slowly.',
  style: 'Small changes, planned together and measured over weeks. We would rather you look rested than treated.',
  mission: 'To make medical skin care clear, gentle and honest for every Filipino skin tone.',
  picture: { id: 'art:hero-2', alt: 'Serum and cream on a lagoon-green stage', focus: 'center' },
  band: null,
  has_band: true,
}

type Room = WebsiteContent['rooms']['pictures'][number]
const room = (number: number, name: string, alt: string): Room => ({
  name,
  picture: { id: `art:room-${number}`, alt, focus: 'center' },
})

const rooms: WebsiteContent['rooms'] = {
  title: 'Quiet rooms, soft light',
  lead: 'Fresh linen, a door that closes, and nobody in a hurry. Come ten minutes early and have a tea first.',
  pictures: [
    room(
      1,
      'Reception',
      'A reeded white counter before a terracotta arch, with two globe lamps and a tall green plant',
    ),
    room(2, 'Facial room', 'A treatment bed with a blush blanket beside a shelf of towels and bottles'),
    room(3, 'Laser room', 'A laser with a lit screen beside a treatment bed, before a lagoon-green wall'),
    room(4, 'Quiet corner', 'A round armchair with a reading lamp, a small table with two cups, and a plant'),
  ],
}

type Pair = WebsiteContent['results']['pairs'][number]
const pair = (number: number, name: string, line: string, alts: readonly [before: string, after: string]): Pair => {
  const picture = (place: number) => ({ id: `art:skin-${number + place}`, alt: alts[place]!, focus: 'center' as const })
  return { before: picture(0), after: picture(1), name, line }
}

/**
 * The sample's before-and-after pairs. Their pictures are computer drawings, so that they show no real person's skin.
 */
const results: WebsiteContent['results'] = {
  title: 'Slow work, visible',
  lead: 'Move the slider. The light and the distance stay the same, so that only the skin changes.',
  is_sample: true,
  pairs: [
    pair(1, 'Pigment toning', 'Five sessions in fifteen weeks, with sunscreen every morning.', [
      'Skin with brown spots',
      'The same skin, even in tone',
    ]),
    pair(3, 'Acne clear', 'Four facials, two peels and one cleanser that stayed.', [
      'Skin with red blemishes',
      'The same skin, calm and smooth',
    ]),
  ],
}

/** Returns the landing page that the specification describes: 3 slides, 12 services, 9 menus and 7 testimonials. */
export const sampleWebsite = (sample: SampleWebsite): WebsiteContent => ({
  ...starterContent(),
  hidden: sample.showsClinic ? [] : ['people'],
  hero,
  services: servicesOf(sample),
  about,
  ...(sample.showsClinic && { rooms, results }),
  pricing: {
    title: 'Pricing, in the open',
    lead: 'Nine menus, no hidden fees. Tap a menu to read it up close.',
    adds_new: false,
    menus: sample.menus === 'pictures' ? picturedMenus() : catalogueMenus(sample),
    is_sample: sample.menus === 'pictures',
  },
  testimonials: { title: 'Kind words', is_sample: true, quotes: [...quotes] },
  contact: {
    ...starterContent().contact,
    title: 'An hour for your skin is waiting.',
    lead: 'Tell us what you would like to change, or nothing at all. We will start with a conversation.',
  },
})
