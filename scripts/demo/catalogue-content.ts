/** A treatment of the sample clinic's catalogue, with services and prices typical of a clinic in Quezon City. */
type SampleTreatment = {
  name: string
  description: string
  /** The number of the treatment's picture (`web/public/art/service-<number>-640.webp`), which its services show. */
  picture: number
  /** A service takes half an hour unless `minutes` is given. */
  services: readonly (readonly [name: string, pesos: number, minutes?: number])[]
  addOns: readonly (readonly [name: string, pesos: number])[]
}

export const sampleCatalogue: readonly SampleTreatment[] = [
  {
    name: 'Signature Facials',
    description: 'Cleansing, exfoliation and masks chosen for your skin.',
    picture: 13,
    services: [
      ['Diamond Peel Facial', 1_200],
      ['Hydra Glow Facial', 2_800],
      ['Pearl Brightening Facial', 3_500],
      ['Acne Clear Facial', 1_800],
      ['Oxygen Infusion Facial', 3_200],
    ],
    addOns: [
      ['Collagen Mask', 450],
      ['LED Light Therapy', 600],
      ['Eye Contour Treatment', 550],
    ],
  },
  {
    name: 'Botox Injections',
    description: 'Softens expression lines, given by the doctor.',
    picture: 1,
    services: [
      ['Forehead Lines', 6_500],
      ["Crow's Feet", 6_000],
      ['Frown Lines', 6_500],
      ['Jaw Slimming', 12_000],
      ['Underarm Sweat', 16_500],
    ],
    addOns: [
      ['Numbing Cream', 500],
      ['Two-week Touch-up', 1_500],
    ],
  },
  {
    name: 'Lip Fillers',
    description: 'Balanced shape and natural volume.',
    picture: 2,
    services: [
      ['Lip Definition (0.5 mL)', 9_500],
      ['Lip Volume (1 mL)', 15_000],
      ['Smile Line Filler', 14_000],
    ],
    addOns: [['Numbing Cream', 500]],
  },
  {
    name: 'Radiesse Filler',
    description: 'Lift and structure that builds collagen.',
    picture: 3,
    services: [
      ['Cheek Lift', 18_500],
      ['Jawline Contour', 22_000],
      ['Hand Rejuvenation', 19_000],
    ],
    addOns: [['Extra Syringe (0.5 mL)', 8_500]],
  },
  {
    name: 'CO2 Resurfacing Laser',
    description: 'For texture, scars and sun damage.',
    picture: 4,
    services: [
      ['Full Face CO2', 14_500],
      ['Scar Spot CO2', 5_500],
      ['Wart Removal (per area)', 2_500],
      ['Stretch Mark CO2', 9_500],
    ],
    addOns: [
      ['Post-laser Recovery Kit', 1_250],
      ['Numbing Cream', 500],
    ],
  },
  {
    name: 'RF Microneedling',
    description: 'Radio-frequency for firmer skin and smaller pores.',
    picture: 5,
    services: [
      ['RF Face', 9_800],
      ['RF Neck', 7_500],
      ['RF Acne Scars', 11_000],
    ],
    addOns: [
      ['Exosome Serum', 3_500],
      ['Cooling Mask', 350],
    ],
  },
  {
    name: 'PRP Microneedling Facials',
    description: 'Your own growth factors for a renewed glow.',
    picture: 6,
    services: [
      ['PRP Face', 6_800],
      ['PRP Scalp', 7_500],
      ['PRP Under Eye', 5_500],
    ],
    addOns: [['Extra PRP Tube', 1_800]],
  },
  {
    name: 'Chemical Peels',
    description: 'Clearer tone, layer by layer.',
    picture: 7,
    services: [
      ['Glycolic Peel', 1_500],
      ['Salicylic Peel', 1_600],
      ['TCA Peel', 3_800],
      ['Melasma Peel', 4_200],
    ],
    addOns: [
      ['Soothing Mask', 300],
      ['Sunscreen SPF 50 (50 mL)', 780],
    ],
  },
  {
    name: 'Massage Therapy',
    description: 'Release, restore, reset.',
    picture: 8,
    services: [
      ['Swedish Massage (60 min)', 900, 60],
      ['Hilot Massage (90 min)', 1_200, 90],
      ['Lymphatic Drainage', 1_800],
      ['Back and Shoulders (30 min)', 550],
    ],
    addOns: [
      ['Hot Stones', 350],
      ['Ventosa', 300],
    ],
  },
  {
    name: 'Laser Hair Removal',
    description: 'Diode laser in comfortable sessions.',
    picture: 14,
    services: [
      ['Underarm', 1_500],
      ['Full Legs', 5_500],
      ['Brazilian', 3_800],
      ['Upper Lip', 800],
    ],
    addOns: [['Whitening Serum', 650]],
  },
  {
    name: 'IV Drips',
    description: 'Vitamins and glutathione under medical care.',
    picture: 15,
    services: [
      ['Glow Drip', 2_500],
      ['Immunity Drip', 2_200],
      ['Slimming Drip', 2_800],
    ],
    addOns: [
      ['Extra Glutathione', 800],
      ['Vitamin C Push', 400],
    ],
  },
  {
    name: 'Consultations',
    description: 'A plan before any procedure.',
    picture: 11,
    services: [
      ['Skin Consultation', 500],
      ['Doctor Consultation', 1_000],
      ['Follow-up Visit', 300.5],
    ],
    addOns: [['Skin Analysis', 750]],
  },
]
