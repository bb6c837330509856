import type { Centavos } from '#shared/lib/money.ts'

type SampleTreatment = { id: string; name: string; price: Centavos }

/** The fixed items of the demo screen, independent of the clinic's catalogue. */
export const sampleTreatments: readonly SampleTreatment[] = [
  { id: 'classic-facial', name: 'Classic Facial', price: 80_000 },
  { id: 'diamond-peel', name: 'Diamond Peel', price: 120_000 },
  { id: 'acne-care', name: 'Acne Care Facial', price: 150_000 },
  { id: 'underarm-whitening', name: 'Underarm Whitening', price: 95_000 },
  { id: 'hair-removal', name: 'Laser Hair Removal', price: 249_950 },
  { id: 'carbon-laser', name: 'Carbon Laser Peel', price: 350_000 },
  { id: 'glow-drip', name: 'Glow Drip', price: 280_000 },
  { id: 'back-massage', name: 'Back Massage', price: 60_000 },
]
