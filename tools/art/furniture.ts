/**
 * This module has the furniture of the rooms. One unit is about 90 cm, and the origin of each piece is on the floor.
 */
import { ceramic, foliage, gold, linen, pearl, stone } from './look.ts'
import { put, sized } from './parts.ts'
import type { Material, Solid } from './scene.ts'
import { arch, box, curve, cylinder, lathe, leaf, reeded, roll, sphere, tube, type Point3 } from './shapes.ts'

const part = (shape: Solid['shape'], material: Material, at: Point3 = [0, 0, 0], turn?: Point3): Solid => ({
  shape,
  material,
  at,
  ...(turn && { turn }),
})

/** A wall behind the room, with a skirting board. */
export const wall = (material: Material): Solid[] => [
  part(box(22, 12, 0.2, 0.005), material, [0, 5, -1.6]),
  part(box(22, 0.17, 0.06, 0.015), stone.white, [0, 0.085, -1.48]),
]

const potOutline = [
  [0, 0],
  [0.3, 0],
  [0.36, 0.05],
  [0.42, 0.6],
  [0.42, 0.66],
  [0.35, 0.66],
  [0.35, 0.56],
  [0, 0.56],
] as const

/** The leaves of the plant: direction, slant and length of each. */
const leaves = [
  [10, 12, 1.5],
  [75, 34, 1.35],
  [128, 22, 1.55],
  [190, 38, 1.3],
  [232, 20, 1.45],
  [285, 36, 1.4],
  [332, 44, 1.15],
  [40, 54, 1.05],
  [155, 58, 1.0],
  [258, 56, 1.05],
  [110, 62, 0.9],
] as const

/** A plant in a pot, 2.6 units high. */
export const plant = (pot: Material): Solid[] => [
  part(lathe(potOutline, 0.012), pot),
  ...leaves.flatMap(([direction, slant, length]) => {
    const stem: Point3[] = [
      [0, 0, 0],
      [0, 0.3, 0.02],
      [0, 0.62, 0.1],
    ]
    return put(
      [
        part(tube(stem, 0.022, 0.015), foliage, [0, 0, 0], [slant * 0.5, 0, 0]),
        part(leaf(length, 0.46, 0.42), foliage, [0, 0.56, 0.1 + slant * 0.006], [slant, 0, 0]),
      ],
      [0, 0.5, 0],
      [0, direction, 0],
    )
  }),
]

/** A counter with a reeded front, 1.2 units high and 3.2 wide. */
export const counter: readonly Solid[] = [
  part(box(2.9, 0.12, 0.66, 0.02), gold, [0, 0.06, 0]),
  part(reeded(3.0, 1.02, 0.8, 0.125), stone.white, [0, 0.62, 0]),
  part(box(3.2, 0.1, 1.0, 0.035), stone.clay, [0, 1.17, 0]),
]

/** A treatment bed, 2.5 units long, with its raised head on the left. */
export const bed = (blanket: Material): Solid[] => [
  part(box(1.5, 0.1, 0.6, 0.03), gold, [0.1, 0.05, 0]),
  part(box(1.25, 0.46, 0.62, 0.1), stone.white, [0.1, 0.33, 0]),
  part(box(1.5, 0.1, 0.86, 0.04), stone.white, [0.4, 0.6, 0]),
  part(box(1.04, 0.1, 0.86, 0.04), stone.white, [-0.72, 0.8, 0], [0, 0, -27]),
  part(box(1.6, 0.22, 0.98, 0.1), linen, [0.42, 0.75, 0]),
  part(box(1.0, 0.22, 0.98, 0.1), linen, [-0.76, 0.93, 0], [0, 0, -27]),
  part(box(0.5, 0.17, 0.74, 0.08), linen, [-0.88, 1.15, 0], [0, 0, -27]),
  part(box(0.8, 0.28, 1.03, 0.11), blanket, [0.74, 0.76, 0]),
]

export const stool = (seat: Material): Solid[] => [
  part(cylinder(0.36, 0.16, 0.07), seat, [0, 0.66, 0]),
  part(cylinder(0.045, 0.56, 0.01), gold, [0, 0.32, 0]),
  part(cylinder(0.3, 0.05, 0.02), gold, [0, 0.03, 0]),
]

/** A trolley with two trays between golden posts, 0.9 units high. */
export const trolley: readonly Solid[] = [
  ...[-1, 1].flatMap((x) => [-1, 1].map((z) => part(cylinder(0.022, 0.86, 0.01), gold, [x * 0.42, 0.47, z * 0.26]))),
  ...[0.3, 0.88].map((y) => part(box(0.94, 0.06, 0.62, 0.025), stone.white, [0, y, 0])),
]

/** A floor lamp with a curved arm and a shining globe at its end, 2.7 units high. */
export const lamp = (light: Material): Solid[] => [
  part(cylinder(0.34, 0.06, 0.02), gold, [0, 0.03, 0]),
  part(
    tube(
      curve([
        [0, 0.04, 0],
        [0, 1.5, 0],
        [0.08, 2.3, 0],
        [0.45, 2.68, 0],
        [0.82, 2.52, 0],
        [0.9, 2.2, 0],
      ]),
      0.032,
    ),
    gold,
  ),
  part(sphere(0.27), light, [0.9, 1.98, 0]),
]

export const pendant = (light: Material): Solid[] => [
  part(sphere(0.24), light),
  part(cylinder(0.07, 0.1, 0.02), gold, [0, 0.25, 0]),
  part(cylinder(0.014, 4, 0.005), gold, [0, 2.2, 0]),
]

/** A low armchair with a round back and round arms. */
export const armchair = (cushion: Material): Solid[] => [
  ...[-1, 1].flatMap((x) => [-1, 1].map((z) => part(cylinder(0.04, 0.2, 0.01), gold, [x * 0.52, 0.1, z * 0.4]))),
  part(box(1.34, 0.34, 1.16, 0.14), linen, [0, 0.36, 0]),
  part(box(0.9, 0.24, 0.98, 0.11), cushion, [0, 0.6, 0.08]),
  part(arch(1.36, 1.16, 0.34, 0.15), linen, [0, 0.3, -0.42], [-10, 0, 0]),
  ...[-1, 1].map((x) => part(box(0.28, 0.62, 1.06, 0.13), linen, [x * 0.6, 0.56, 0.04])),
]

const cupOutline = [
  [0, 0],
  [0.09, 0],
  [0.11, 0.03],
  [0.13, 0.2],
  [0.1, 0.2],
  [0.09, 0.05],
  [0, 0.04],
] as const

/** A round table with two cups, 0.72 units high. */
export const sideTable: readonly Solid[] = [
  part(cylinder(0.3, 0.05, 0.02), gold, [0, 0.03, 0]),
  part(cylinder(0.04, 0.6, 0.01), gold, [0, 0.32, 0]),
  part(cylinder(0.46, 0.07, 0.03), stone.white, [0, 0.64, 0]),
  part(lathe(cupOutline, 0.01), ceramic, [-0.12, 0.685, 0.1]),
  part(lathe(cupOutline, 0.01), ceramic, [0.2, 0.685, -0.08]),
]

/** Three rolled towels, two below and one above, with their ends to the front. */
export const towels: readonly Solid[] = sized(
  [
    part(roll(0.3, 1.1), linen, [-0.31, 0.3, 0]),
    part(roll(0.3, 1.1), linen, [0.31, 0.3, 0]),
    part(roll(0.3, 1.1), linen, [0, 0.82, 0]),
  ],
  0.5,
)

export const shelf = (width: number, at: Point3): Solid[] => [
  part(box(width, 0.06, 0.36, 0.02), stone.white, at),
  part(box(width, 0.02, 0.37, 0.005), gold, [at[0], at[1] - 0.04, at[2]]),
]

/** The material of a globe that shines softly. */
export const shining: Material = { ...pearl, glow: [0.42, 0.34, 0.24] }
