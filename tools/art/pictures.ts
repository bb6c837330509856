import { consultations, giftCards, massage, parties } from './scenes/hours.ts'
import { drips, facials, peels, skincare } from './scenes/care.ts'
import { carbonLaser, hairLaser, microneedling } from './scenes/devices.ts'
import { botox, lipFillers, plasma, radiesse } from './scenes/injections.ts'
import { laserRoom, quietCorner, reception, treatmentRoom } from './scenes/rooms.ts'
import type { Scene } from './scene.ts'

/** The scene of each picture by file name: `service-1` is `web/public/art/service-1-320.avif` and its other sizes. */
export const pictures: Readonly<Record<string, Scene>> = {
  'service-1': botox,
  'service-2': lipFillers,
  'service-3': radiesse,
  'service-4': carbonLaser,
  'service-5': microneedling,
  'service-6': plasma,
  'service-7': peels,
  'service-8': massage,
  'service-9': skincare,
  'service-10': giftCards,
  'service-11': consultations,
  'service-12': parties,
  'service-13': facials,
  'service-14': hairLaser,
  'service-15': drips,
  'room-1': reception,
  'room-2': treatmentRoom,
  'room-3': laserRoom,
  'room-4': quietCorner,
}
