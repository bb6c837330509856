import type { Point3, Shape } from './shapes.ts'

export type Colour = readonly [number, number, number]

/** How a surface answers light. Colours are linear, 0 to 1. */
export type Material = {
  colour: Colour
  /** `coat`: colour under a clear coat; `pearl`: the same with the play of nacre; `metal`; `glass`: what is behind shows through. */
  kind: 'coat' | 'pearl' | 'metal' | 'glass'
  /** 0 a mirror, 1 chalk. */
  roughness: number
  /** How strongly the coat mirrors, straight on; 0.04 as of varnish. */
  shine?: number
  /** Depth of a woven or grained surface. */
  grain?: number
  /** Light of its own. */
  glow?: Colour
}

/** A solid in its place: turned around the first, then the second, then the third axis (degrees), then moved. */
export type Solid = { shape: Shape; material: Material; at: Point3; turn?: Point3 }

/** A palm leaf between the sun and the scene, in the plane that faces the sun. */
export type Frond = { at: readonly [number, number]; angle: number; length: number; width: number }

export type Scene = {
  /** Floor and wall, which are one. */
  ground: Material
  solids: readonly Solid[]
  fronds: readonly Frond[]
  /** The height at which the camera looks, and how much it sees of it. */
  aim: Point3
  zoom: number
}
