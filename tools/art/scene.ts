import type { Point3, Shape } from './shapes.ts'

export type Colour = readonly [number, number, number]

/** How a surface reflects light. Colours are linear, from 0 to 1. */
export type Material = {
  colour: Colour
  /** `coat` is a colour under a clear coat, `pearl` the same with a shimmer of nacre; `glass` is transparent. */
  kind: 'coat' | 'pearl' | 'metal' | 'glass'
  /** The roughness of the surface, from 0 (a mirror) to 1 (chalk). */
  roughness: number
  /** The part of the light that the coat reflects when seen straight on; 0.04, as of varnish, by default. */
  shine?: number
  /** The depth of the weave of a cloth; 0 by default. */
  grain?: number
  /** Light that the surface emits itself. */
  glow?: Colour
}

/**
 * A shape with its material and place. It is rotated around the x, y and z axes in this order (degrees), then moved.
 */
export type Solid = { shape: Shape; material: Material; at: Point3; turn?: Point3 }

/** A palm leaf between the sun and the scene, in the plane that faces the sun. */
export type Frond = { at: readonly [number, number]; angle: number; length: number; width: number }

export type Scene = {
  /** The material of floor and wall, which are one surface. */
  ground: Material
  solids: readonly Solid[]
  fronds: readonly Frond[]
  /** The point at which the camera aims. */
  aim: Point3
  zoom: number
}
