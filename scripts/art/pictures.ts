import { consultations, giftCards, massage, parties } from './scenes/hours.ts'
import { drips, facials, peels, skincare } from './scenes/care.ts'
import { carbonLaser, hairLaser, microneedling } from './scenes/devices.ts'
import { botox, lipFillers, plasma, radiesse } from './scenes/injections.ts'
import type { Scene } from './scene.ts'

/** The service pictures by their number: `service-1` is `web/public/art/service-1-320.avif` and its siblings. */
export const pictures: Readonly<Record<number, Scene>> = {
  1: botox,
  2: lipFillers,
  3: radiesse,
  4: carbonLaser,
  5: microneedling,
  6: plasma,
  7: peels,
  8: massage,
  9: skincare,
  10: giftCards,
  11: consultations,
  12: parties,
  13: facials,
  14: hairLaser,
  15: drips,
}
