/** This module computes the light of the sky, and the shadow that palm leaves cast in the sunlight. */
import { sky, sun } from './look.ts'
import type { Frond } from './scene.ts'

const normalize = ([x, y, z]: readonly [number, number, number]) => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length] as const
}

export const sunward = normalize(sun.direction)
export const sunRight = normalize([sunward[2], 0, -sunward[0]])
export const sunUp = [
  sunward[1] * sunRight[2] - sunward[2] * sunRight[1],
  sunward[2] * sunRight[0] - sunward[0] * sunRight[2],
  sunward[0] * sunRight[1] - sunward[1] * sunRight[0],
] as const

export type Leaf = { at: Frond['at']; c: number; s: number; length: number; width: number }

export const leafOf = ({ at, angle, length, width }: Frond): Leaf => {
  const turn = (angle * Math.PI) / 180
  return { at, c: Math.cos(turn), s: Math.sin(turn), length, width }
}

/** True when a palm leaf blocks the ray to the sun that crosses the plane of the leaves at (u, v). */
export function isShaded(leaves: readonly Leaf[], u: number, v: number): boolean {
  for (const { at, c, s, length, width } of leaves) {
    const x = u - at[0]
    const y = v - at[1]
    const along = x * c + y * s
    const bent = y * c - x * s + 0.09 * along * along
    const across = Math.abs(bent)
    if (along < 0 || along > length) continue
    const most = width * Math.sin(Math.PI * Math.min(1, 0.12 + (0.88 * along) / length)) ** 0.8
    if (across > most) continue
    if (across < 0.018) return true
    const stripe = along / 0.24 - (across / 0.24) * 0.75
    const thick = 0.3 * (1 - across / most) ** 0.4
    if (Math.abs(stripe - Math.round(stripe)) < thick) return true
  }
  return false
}

/** The light from a direction in which the ray meets nothing. Reflections also show a window and a strip of light. */
export function skylight(dx: number, dy: number, dz: number, isMirrored: boolean, out: Float64Array): void {
  const up = 0.5 + 0.5 * dy
  for (let i = 0; i < 3; i++) out[i] = sky.beside[i]! + (sky.above[i]! - sky.beside[i]!) * up
  if (!isMirrored) return
  const window = dx * -0.62 + dy * 0.55 + dz * 0.56
  if (window > 0.86) for (let i = 0; i < 3; i++) out[i]! += 5 * Math.min(1, (window - 0.86) / 0.03)
  if (dx > 0.72 && dx < 0.86 && dz > -0.2) for (let i = 0; i < 3; i++) out[i]! += 0.9
}
