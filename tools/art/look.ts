/** This module has the colours, materials and light that all pictures share. */
import type { Colour, Frond, Material } from './scene.ts'

/** Converts a colour such as `#ecd9c8` to linear light, in which the tracer computes. */
function linear(hex: string): Colour {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const coat = (hex: string, roughness: number, more: Partial<Material> = {}): Material => ({
  colour: linear(hex),
  kind: 'coat',
  roughness,
  ...more,
})

export const paper = {
  nacre: coat('#ecd9c8', 0.9, { shine: 0.01 }),
  blush: coat('#e8bfae', 0.9, { shine: 0.01 }),
  lagoon: coat('#0d7a74', 0.9, { shine: 0.01 }),
  sand: coat('#e6cba4', 0.9, { shine: 0.01 }),
}
export const stone = {
  white: coat('#f3ebe2', 0.6, { shine: 0.03 }),
  clay: coat('#dd9873', 0.7, { shine: 0.02 }),
  rose: coat('#dfa08f', 0.7, { shine: 0.02 }),
  lagoon: coat('#2d9a8e', 0.5, { shine: 0.03 }),
  deep: coat('#07555a', 0.6, { shine: 0.03 }),
  basalt: coat('#3d4c4f', 0.45, { shine: 0.04 }),
  ochre: coat('#d2a566', 0.7, { shine: 0.02 }),
}
export const ceramic = coat('#f6efe6', 0.18, { shine: 0.05 })
export const satin = { rose: coat('#c9626a', 0.28, { shine: 0.06 }), blush: coat('#eba9a0', 0.3, { shine: 0.05 }) }
export const foliage = coat('#2f7d5f', 0.5, { shine: 0.03 })
export const linen = coat('#f5eee6', 0.95, { shine: 0, grain: 1 })
export const pearl: Material = { colour: linear('#f6e6e4'), kind: 'pearl', roughness: 0.16, shine: 0.07 }
export const rosePearl: Material = { ...pearl, colour: linear('#f0c5bd') }
export const gold: Material = { colour: [1, 0.68, 0.3], kind: 'metal', roughness: 0.17 }
export const silver: Material = { colour: [0.88, 0.86, 0.83], kind: 'metal', roughness: 0.2 }
export const glass: Material = { colour: [0.97, 0.985, 0.98], kind: 'glass', roughness: 0 }
export const amberGlass: Material = { colour: [0.86, 0.5, 0.2], kind: 'glass', roughness: 0 }
export const liquid = {
  plasma: coat('#eebc52', 0.1, { shine: 0.04 }),
  blood: coat('#a63338', 0.1, { shine: 0.04 }),
  serum: coat('#f3cf93', 0.1, { shine: 0.04 }),
  water: coat('#a5dad4', 0.08, { shine: 0.05 }),
  rose: coat('#efb3a6', 0.08, { shine: 0.05 }),
}

/** The sun of all pictures: it shines from the upper left, in front of the scene. */
export const sun = { direction: [-0.56, 0.62, 0.55] as const, colour: [3.7, 3.3, 2.8] as const, radius: 0.015 }
export const sky = { above: [0.56, 0.55, 0.55] as const, beside: [0.4, 0.36, 0.35] as const }

export const palms: readonly Frond[] = [
  { at: [0.2, 4.8], angle: 226, length: 2.9, width: 0.85 },
  { at: [-3.7, 3.0], angle: -28, length: 2.1, width: 0.6 },
]
