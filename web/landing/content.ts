/**
 * Every word and picture of the landing page that is the clinic's own, in one place. All of it is sample content of the
 * demo clinic: a clinic replaces it with its own words. What visitors could take for real people or real prices is
 * marked as a sample on the page until `areSamples` is turned off. Name, address, phone, e-mail, hours and social links
 * are data (Settings → Clinic Profile), not content.
 */
import {
  Droplets,
  FlaskConical,
  Gem,
  Gift,
  Hand,
  Heart,
  Layers,
  MessageCircle,
  PartyPopper,
  Syringe,
  Waves,
  Zap,
  type LucideIcon,
} from 'lucide-react'

export const areSamples = true

export type Slide = { art: 'hero-1' | 'hero-2' | 'hero-3'; name: string; alt: string }
export const slides: readonly Slide[] = [
  { art: 'hero-1', name: 'The clinic', alt: 'Pearls resting on stone plinths in warm morning light' },
  { art: 'hero-2', name: 'Medical-grade care', alt: 'A serum bottle and a cream jar on a deep lagoon stage' },
  { art: 'hero-3', name: 'Quiet confidence', alt: 'A pearl cradled in a gold ring' },
]

export const hero = {
  eyebrow: 'Aesthetic & wellness clinic',
  title: 'Your skin,',
  titleInItalics: 'in its best light.',
  lead: 'Doctor-guided facials, injectables and laser care, planned around your skin and your calendar. Choose a treatment and a time in under a minute.',
  facts: ['By appointment only', 'Book online, any hour', 'Cash, GCash, Maya or bank'],
}

export const services: readonly { name: string; line: string; icon: LucideIcon }[] = [
  { name: 'Botox injections', line: 'Soften lines, keep your expression.', icon: Syringe },
  { name: 'Lip fillers', line: 'Balanced shape, natural volume.', icon: Heart },
  { name: 'Radiesse filler', line: 'Lift and structure that builds collagen.', icon: Gem },
  { name: 'CO2 resurfacing laser', line: 'For texture, scars and sun damage.', icon: Zap },
  { name: 'RF microneedling', line: 'Firmer skin with radio frequency.', icon: Waves },
  { name: 'PRP microneedling facials', line: 'Your own growth factors, renewed glow.', icon: Droplets },
  { name: 'Chemical peels', line: 'Clearer tone, layer by layer.', icon: Layers },
  { name: 'Massage therapy', line: 'Release, restore, reset.', icon: Hand },
  { name: 'Medical-grade skincare', line: 'Routines made for tropical skin.', icon: FlaskConical },
  { name: 'Gift cards', line: 'For someone who deserves an hour.', icon: Gift },
  { name: 'Consultations', line: 'A plan before any procedure.', icon: MessageCircle },
  { name: 'Parties', line: 'Private sessions for your circle.', icon: PartyPopper },
]

export const servicesText = {
  title: 'Twelve ways to feel well in your skin',
  lead: 'Every visit starts with a look at your skin, never with a sales pitch. Pick a service to see open times.',
}

export const about = {
  title: '“Mutya” is our word for pearl: care, layered slowly.',
  style: 'Small changes, planned together and measured over weeks. We would rather you look rested than treated.',
  mission: 'To make medical skin care clear, gentle and honest for every Filipino skin tone.',
  alt: 'Serum and cream on a lagoon-green stage',
}

/** A price menu: a picture, and what stands in it for those who cannot see the picture. */
export type Menu = { name: string; art: string; prices: readonly (readonly [string, number])[] }
const menu = (number: number, name: string, prices: Menu['prices']): Menu => ({ name, art: `menu-${number}`, prices })

// prettier-ignore -- one menu reads best as one block of names and pesos
export const menus: readonly Menu[] = [
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

export const pricingText = {
  title: 'Pricing, in the open',
  lead: 'Nine menus, no hidden fees. Tap a menu to read it up close.',
  sample: 'Sample menus',
}

export type Testimonial = { name: string; visit: string; quote: string; stars: 1 | 2 | 3 | 4 | 5 }
export const testimonials: readonly Testimonial[] = [
  {
    name: 'Bianca R.',
    visit: 'Acne scars',
    quote: 'They explained every step and never pushed extras. My skin is the calmest it has been in ten years.',
    stars: 5,
  },
  {
    name: 'Miguel T.',
    visit: 'CO2 laser',
    quote: 'Booked from my phone in a minute, was seen exactly on time. The aftercare advice was thoughtful.',
    stars: 5,
  },
  {
    name: 'Andrea L.',
    visit: 'Lip filler',
    quote: 'Subtle, even, exactly the photo I brought. Nobody noticed, everybody complimented.',
    stars: 5,
  },
  {
    name: 'Carla S.',
    visit: 'PRP facial',
    quote: 'The room is quiet, the light is soft, and the results are real.',
    stars: 5,
  },
  { name: 'Jessa M.', visit: 'Botox', quote: 'Still me, only rested.', stars: 5 },
  {
    name: 'Paolo D.',
    visit: 'Consultation',
    quote: 'Honest advice: they told me what I did not need.',
    stars: 5,
  },
  {
    name: 'Tricia V.',
    visit: 'Chemical peel',
    quote: 'Melasma I fought for years has faded in three sessions.',
    stars: 5,
  },
]

export const testimonialsText = { title: 'Kind words', sample: 'Sample testimonials' }

export const contact = {
  title: 'An hour for your skin is waiting.',
  lead: 'Tell us what you would like to change, or nothing at all. We will start with a conversation.',
}
