/**
 * This module has the scenes of the sample's before-and-after photos: the head of a mannequin, which is clearly no person,
 * with marks on its cheeks and forehead.
 */
import { paper, stone } from '../look.ts'
import type { Material, Scene, Solid } from '../scene.ts'
import { curve, cylinder, pebble, sphere, tube, type Point3 } from '../shapes.ts'

/** The half axes of the head, an ellipsoid, and the height of its middle above the floor. */
const HEAD = { a: 0.82, b: 1.08, c: 0.95, y: 1.75 } as const
const skin = stone.white
const seam: Material = { ...stone.clay, roughness: 0.5 }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The point of the head's surface in a direction: degrees to the side and upwards from the front. */
function onHead(side: number, up: number): Point3 {
  const [s, u] = [radians(side), radians(up)]
  const [x, y, z] = [Math.sin(s) * Math.cos(u), Math.sin(u), Math.cos(s) * Math.cos(u)]
  const r = 1 / Math.hypot(x / HEAD.a, y / HEAD.b, z / HEAD.c)
  return [x * r, HEAD.y + y * r, z * r]
}

/** The skin marks on the head: the direction of each (degrees to the side and upwards) and its size. */
const marks: readonly (readonly [number, number, number])[] = [
  [34, -14, 0.075],
  [44, -22, 0.05],
  [28, -24, 0.06],
  [52, -8, 0.055],
  [39, -4, 0.045],
  [-33, -12, 0.07],
  [-46, -18, 0.055],
  [-27, -26, 0.05],
  [-55, -5, 0.045],
  [12, 38, 0.06],
  [-10, 43, 0.045],
  [26, 33, 0.04],
]

/** After the treatments only every fourth skin mark is left, and it is smaller. */
const marksOf = (isAfter: boolean): Solid[] =>
  marks
    .filter((_, index) => !isAfter || index % 4 === 0)
    .map(([side, up, size]) => ({
      shape: sphere(isAfter ? size * 0.55 : size),
      material: isAfter ? stone.rose : { ...stone.rose, colour: [0.48, 0.12, 0.1] },
      at: onHead(side, up),
    }))

const closedEye = (side: 1 | -1): Solid => ({
  shape: tube(
    curve([onHead(side * 13, 3), onHead(side * 19, -1), onHead(side * 26, -1), onHead(side * 32, 4)], 5),
    0.022,
  ),
  material: seam,
  at: [0, 0, 0],
})

/** Returns a lip across the front of the head. `up` is its direction in degrees above the middle. */
const lip = (up: number, width: number, thickness: number): Solid => ({
  shape: tube(curve([onHead(-width, up), onHead(0, up + 1.5), onHead(width, up)], 6), thickness * 0.6, thickness * 0.6),
  material: seam,
  at: [0, 0, 0],
})

const head = (isAfter: boolean): Solid[] => [
  { shape: pebble(HEAD.a, HEAD.b, HEAD.c), material: skin, at: [0, HEAD.y, 0] },
  { shape: tube([onHead(0, 12), [0, HEAD.y - 0.2, HEAD.c + 0.1]], 0.05, 0.11), material: skin, at: [0, 0, 0] },
  lip(-29, 15, 0.05),
  lip(-34, 10, 0.06),
  closedEye(1),
  closedEye(-1),
  { shape: pebble(0.1, 0.24, 0.16), material: skin, at: [HEAD.a - 0.02, HEAD.y - 0.05, -0.05] },
  { shape: pebble(0.1, 0.24, 0.16), material: skin, at: [-HEAD.a + 0.02, HEAD.y - 0.05, -0.05] },
  { shape: cylinder(0.4, 1.2, 0.05), material: skin, at: [0, 0.62, -0.1] },
  { shape: pebble(1.3, 0.45, 0.7), material: skin, at: [0, 0.12, -0.15] },
  ...marksOf(isAfter),
]

/** Turns a part of the head around its axis. */
function turned(solid: Solid, degrees: number): Solid {
  const [x, y, z] = solid.at
  const [s, c] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))]
  return { ...solid, at: [x * c + z * s, y, z * c - x * s], turn: [0, degrees, 0] }
}

const mannequin = (degrees: number, isAfter: boolean): Scene => ({
  ground: isAfter ? paper.nacre : paper.sand,
  solids: head(isAfter).map((solid) => turned(solid, degrees)),
  fronds: [],
  aim: [0, 1.62, 0],
  zoom: 0.72,
})

/** The chart photos of the sample clinic: three angles, before and after the treatment. */
export const mannequins: Readonly<Record<string, Scene>> = {
  'front-before': mannequin(0, false),
  'front-after': mannequin(0, true),
  'left_45-before': mannequin(-42, false),
  'left_45-after': mannequin(-42, true),
  'right_45-before': mannequin(42, false),
  'right_45-after': mannequin(42, true),
}
