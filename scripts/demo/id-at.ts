import { v7 } from 'uuid'
import type { Random } from './random.ts'

/** Returns a UUIDv7 for the instant `at`, with seeded random bits, so that each run makes the same ids. */
export function idAt(random: Random, at: Date): string {
  const bytes = Uint8Array.from({ length: 16 }, () => random.whole(0, 255))
  return v7({ msecs: at.getTime(), random: bytes })
}
