/** This module has the scenes of massages, gift cards, consultations and parties. */
import { ceramic, glass, gold, linen, liquid, palms, paper, pearl, rosePearl, stone } from '../look.ts'
import { put } from '../parts.ts'
import type { Scene, Solid } from '../scene.ts'
import { arch, box, curve, cylinder, lathe, pebble, roll, sphere, torus, tube } from '../shapes.ts'

export const massage: Scene = {
  ground: paper.sand,
  solids: [
    { shape: arch(1.9, 2.5, 0.16, 0.03), material: stone.ochre, at: [-0.5, 0, -1.2] },
    { shape: cylinder(1.7, 0.24, 0.06), material: stone.white, at: [0, 0.12, 0] },
    { shape: pebble(0.74, 0.25, 0.6), material: stone.basalt, at: [-0.45, 0.48, 0.15] },
    { shape: pebble(0.57, 0.21, 0.47), material: stone.basalt, at: [-0.4, 0.92, 0.12], turn: [0, 40, 3] },
    { shape: pebble(0.41, 0.17, 0.35), material: stone.basalt, at: [-0.47, 1.28, 0.14], turn: [0, 15, -4] },
    { shape: sphere(0.21), material: pearl, at: [-0.46, 1.64, 0.14] },
    { shape: roll(0.36, 1.2), material: linen, at: [0.85, 0.6, -0.15], turn: [0, 26, 0] },
    { shape: pebble(0.26, 0.11, 0.22), material: stone.basalt, at: [0.62, 0.35, 0.9], turn: [0, 20, 0] },
    { shape: sphere(0.11), material: rosePearl, at: [0.2, 0.35, 1.05] },
  ],
  fronds: palms,
  aim: [0, 1.0, 0],
  zoom: 0.65,
}

const bow = (side: 1 | -1): Solid => ({
  shape: tube(
    curve([
      [0, 0, 0],
      [side * 0.28, 0.3, 0.04],
      [side * 0.56, 0.34, 0.02],
      [side * 0.6, 0.14, 0],
      [side * 0.3, 0.02, 0],
      [0, 0, 0],
    ]),
    0.055,
  ),
  material: gold,
  at: [0, 1.4, 0],
})

export const giftCards: Scene = {
  ground: paper.blush,
  solids: [
    { shape: arch(1.9, 2.4, 0.16, 0.03), material: stone.clay, at: [0.7, 0, -1.3] },
    { shape: cylinder(1.7, 0.24, 0.06), material: stone.white, at: [0, 0.12, 0] },
    ...put(
      [
        { shape: box(1.3, 0.9, 1.3, 0.03), material: stone.lagoon, at: [0, 0.45, 0] },
        { shape: box(1.4, 0.34, 1.4, 0.04), material: stone.deep, at: [0, 1.04, 0] },
        { shape: box(0.2, 1.225, 1.42, 0.015), material: gold, at: [0, 0.62, 0] },
        { shape: box(1.42, 1.225, 0.2, 0.015), material: gold, at: [0, 0.62, 0] },
        { ...bow(1), at: [0, 1.27, 0.05] },
        { ...bow(-1), at: [0, 1.27, 0.05] },
        { shape: sphere(0.13), material: pearl, at: [0, 1.32, 0.08] },
      ],
      [-0.1, 0.24, 0],
      [0, 26, 0],
    ),
    { shape: sphere(0.2), material: pearl, at: [0.95, 0.44, 0.75] },
    { shape: sphere(0.12), material: rosePearl, at: [0.6, 0.36, 1.1] },
    { shape: sphere(0.1), material: pearl, at: [-1.1, 0.34, 0.8] },
  ],
  fronds: palms,
  aim: [0, 1.0, 0],
  zoom: 0.63,
}

export const consultations: Scene = {
  ground: paper.lagoon,
  solids: [
    { shape: arch(2.2, 2.7, 0.16, 0.03), material: stone.deep, at: [-0.2, 0, -1.4] },
    { shape: cylinder(1.6, 0.24, 0.06), material: stone.lagoon, at: [0, 0.12, 0] },
    ...put(
      [
        { shape: torus(0.72, 0.075), material: gold, at: [0, 1.62, 0] },
        { shape: pebble(0.7, 0.7, 0.08), material: glass, at: [0, 1.62, 0] },
        { shape: cylinder(0.075, 0.16, 0.02), material: gold, at: [0, 0.84, 0] },
        {
          shape: lathe(
            [
              [0, 0],
              [0.1, 0],
              [0.13, 0.08],
              [0.09, 0.78],
              [0, 0.78],
            ],
            0.02,
          ),
          material: ceramic,
          at: [0, 0, 0],
        },
      ],
      [0.5, 0.26, 0.6],
      [-4, 0, 26],
    ),
    { shape: cylinder(0.46, 1.0, 0.05), material: stone.lagoon, at: [-0.23, 0.74, -0.25] },
    { shape: sphere(0.4), material: pearl, at: [-0.23, 1.64, -0.25] },
    { shape: sphere(0.22), material: rosePearl, at: [0.98, 0.46, 0.3] },
    { shape: sphere(0.14), material: pearl, at: [-0.75, 0.38, 0.75] },
  ],
  fronds: palms,
  aim: [0, 1.15, 0],
  zoom: 0.62,
}

const coupe: readonly Solid[] = [
  {
    shape: lathe(
      [
        [0, 0],
        [0.36, 0],
        [0.36, 0.02],
        [0.08, 0.06],
        [0.035, 0.14],
        [0.035, 0.78],
        [0.12, 0.86],
        [0.36, 0.96],
        [0.52, 1.16],
        [0.56, 1.36],
        [0.53, 1.36],
        [0.49, 1.17],
        [0.34, 1.0],
        [0.1, 0.9],
        [0, 0.88],
      ],
      0.008,
    ),
    material: glass,
    at: [0, 0, 0],
  },
  {
    shape: lathe(
      [
        [0, 0.91],
        [0.1, 0.93],
        [0.33, 1.03],
        [0.44, 1.16],
        [0.465, 1.2],
        [0, 1.2],
      ],
      0.006,
    ),
    material: liquid.serum,
    at: [0, 0, 0],
  },
]

const balloon = (colour: Solid['material'], size: number): Solid[] => [
  { shape: pebble(size, size * 1.16, size), material: colour, at: [0, 0, 0] },
  {
    shape: tube(
      curve([
        [0, -size * 1.15, 0],
        [0.06, -size * 2, 0],
        [-0.04, -size * 3, 0],
        [0, -3, 0],
      ]),
      0.014,
    ),
    material: gold,
    at: [0, 0, 0],
  },
]

export const parties: Scene = {
  ground: paper.lagoon,
  solids: [
    { shape: arch(1.8, 2.3, 0.16, 0.03), material: stone.deep, at: [0.55, 0, -1.4] },
    { shape: cylinder(1.65, 0.24, 0.06), material: stone.lagoon, at: [0, 0.12, 0] },
    ...put(coupe, [-0.45, 0.24, 0.35]),
    ...put(coupe, [0.55, 0.24, 0.05]),
    { shape: sphere(0.13), material: pearl, at: [-0.5, 1.53, 0.35] },
    { shape: sphere(0.09), material: rosePearl, at: [-0.28, 1.5, 0.45] },
    { shape: sphere(0.13), material: pearl, at: [0.6, 1.53, 0.08] },
    ...put(balloon(pearl, 0.42), [-1.25, 2.05, -0.8]),
    ...put(balloon(rosePearl, 0.34), [-0.55, 2.3, -1.0]),
    { shape: torus(0.2, 0.03), material: gold, at: [0.2, 0.27, 0.95], turn: [90, 0, 0] },
    { shape: sphere(0.15), material: pearl, at: [0.2, 0.4, 0.95] },
  ],
  fronds: [],
  aim: [-0.1, 1.22, 0],
  zoom: 0.62,
}
