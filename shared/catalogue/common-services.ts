import { defineMessages } from '#shared/lib/language.ts'

const names = defineMessages('catalogue/common-services', {
  consultation: 'Consultation',
  doctor: 'Doctor’s Consultation',
  facials: 'Facials',
  classicFacial: 'Classic Facial',
  diamondPeel: 'Diamond Peel',
  hydraFacial: 'Hydra Facial',
  acneFacial: 'Acne Facial',
  hairRemoval: 'Laser Hair Removal',
  underarmLaser: 'Underarm Laser',
  upperLipLaser: 'Upper Lip Laser',
  bikiniLaser: 'Bikini Laser',
  halfLegsLaser: 'Half Legs Laser',
  skinLaser: 'Skin Laser',
  carbonPeel: 'Carbon Laser Peel',
  picoLaser: 'Pico Laser',
  fractional: 'Fractional CO2 Laser',
  slimming: 'Slimming',
  rfSlimming: 'RF Slimming',
  cryolipolysis: 'Cryolipolysis',
  mesolipo: 'Mesolipo',
  injectables: 'Injectables',
  botulinum: 'Botulinum Toxin',
  filler: 'Dermal Filler (1 mL)',
  drips: 'Drips',
  glutathione: 'Glutathione Drip',
  vitaminC: 'Vitamin C Drip',
  warts: 'Warts and Moles',
  wart: 'Wart Removal',
  mole: 'Mole Removal',
  waxing: 'Waxing and Threading',
  eyebrow: 'Eyebrow Threading',
  underarmWax: 'Underarm Waxing',
  massage: 'Massage',
  swedish: 'Swedish Massage',
})

type Offer = readonly [service: keyof typeof names, pesos: number, minutes: number]

const offers: readonly (readonly [treatment: keyof typeof names, services: readonly Offer[]])[] = [
  ['consultation', [['doctor', 500, 30]]],
  [
    'facials',
    [
      ['classicFacial', 800, 60],
      ['diamondPeel', 1_200, 45],
      ['hydraFacial', 2_500, 60],
      ['acneFacial', 1_000, 60],
    ],
  ],
  [
    'hairRemoval',
    [
      ['underarmLaser', 1_500, 30],
      ['upperLipLaser', 800, 15],
      ['bikiniLaser', 3_500, 45],
      ['halfLegsLaser', 3_500, 60],
    ],
  ],
  [
    'skinLaser',
    [
      ['carbonPeel', 2_500, 45],
      ['picoLaser', 4_500, 45],
      ['fractional', 6_000, 60],
    ],
  ],
  [
    'slimming',
    [
      ['rfSlimming', 2_000, 45],
      ['cryolipolysis', 6_000, 60],
      ['mesolipo', 2_500, 30],
    ],
  ],
  [
    'injectables',
    [
      ['botulinum', 6_500, 30],
      ['filler', 15_000, 45],
    ],
  ],
  [
    'drips',
    [
      ['glutathione', 1_500, 45],
      ['vitaminC', 1_200, 45],
    ],
  ],
  [
    'warts',
    [
      ['wart', 1_500, 30],
      ['mole', 1_500, 30],
    ],
  ],
  [
    'waxing',
    [
      ['eyebrow', 250, 15],
      ['underarmWax', 350, 15],
    ],
  ],
  ['massage', [['swedish', 900, 60]]],
]

/**
 * Health services, to which the legal discount of Senior Citizens and PWD applies; for other services the clinic
 * decides.
 */
const eligible: readonly (keyof typeof names)[] = ['consultation']

/**
 * Common services of clinics in the Philippines, with prices in pesos and durations in minutes, to start a catalogue
 * with.
 */
export const commonServices = offers.map(([treatment, services]) => ({
  treatment_name: names[treatment],
  services: services.map(([service, service_price, duration_minutes]) => ({
    service_name: names[service],
    service_price,
    duration_minutes,
    senior_pwd_eligible: eligible.includes(treatment),
  })),
}))
