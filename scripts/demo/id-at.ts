import { v7 } from 'uuid'
import type { Random } from './random.ts'

/** A UUIDv7 for that instant, with seeded random bits. */
export function idAt(random: Random, at: Date): string {
  const bytes = Uint8Array.from({ length: 16 }, () => random.whole(0, 255))
  return v7({ msecs: at.getTime(), random: bytes })
}
