/** This module has the scenes of laser treatments and microneedling, with their handpieces. */
import { ceramic, gold, paper, palms, pearl, rosePearl, satin, stone } from '../look.ts'
import { put } from '../parts.ts'
import type { Material, Scene, Solid } from '../scene.ts'
import { arch, box, curve, cylinder, lathe, sphere, spun, torus, tube } from '../shapes.ts'

const beam: Material = { ...gold, glow: [1.1, 0.22, 0.1] }
const coolLight: Material = { ...stone.lagoon, glow: [0.05, 0.62, 0.62] }

/** A pen-shaped handpiece with its tip at the origin and its body above. */
const pen: readonly Solid[] = [
  {
    shape: lathe(
      [
        [0, 0.28],
        [0.08, 0.28],
        [0.1, 0.3],
        [0.17, 0.62],
        [0, 0.62],
      ],
      0.02,
    ),
    material: gold,
    at: [0, 0, 0],
  },
  {
    shape: spun(
      [
        [0, 0.66],
        [0.17, 0.66],
        [0.25, 0.86],
        [0.28, 1.2],
        [0.25, 1.7],
        [0.27, 2.05],
        [0.18, 2.24],
        [0, 2.28],
      ],
      0.02,
    ),
    material: ceramic,
    at: [0, 0, 0],
  },
  { shape: cylinder(0.285, 0.07, 0.02), material: gold, at: [0, 1.28, 0] },
]

export const carbonLaser: Scene = {
  ground: paper.lagoon,
  solids: [
    { shape: arch(2.0, 2.6, 0.16, 0.03), material: stone.deep, at: [-0.3, 0, -1.3] },
    { shape: cylinder(1.65, 0.24, 0.06), material: stone.lagoon, at: [0, 0.12, 0] },
    { shape: cylinder(0.72, 0.22, 0.05), material: stone.white, at: [-0.5, 0.35, 0.15] },
    { shape: torus(0.34, 0.03), material: beam, at: [-0.5, 0.475, 0.15], turn: [90, 0, 0] },
    { shape: cylinder(0.07, 0.04, 0.01), material: beam, at: [-0.5, 0.47, 0.15] },
    ...put(pen, [-0.5, 0.47, 0.15], [6, 0, -38]),
    {
      shape: tube(
        curve([
          [0.84, 2.18, 0.28],
          [1.15, 2.5, 0.2],
          [1.6, 2.3, -0.2],
          [1.7, 1.2, -0.6],
          [1.5, 0.3, -0.9],
        ]),
        0.06,
      ),
      material: stone.deep,
      at: [0, 0, 0],
    },
    { shape: sphere(0.2), material: pearl, at: [0.65, 0.44, 0.75] },
    { shape: sphere(0.12), material: rosePearl, at: [0.3, 0.36, 1.0] },
  ],
  fronds: palms,
  aim: [0.1, 1.15, 0],
  zoom: 0.6,
}

const pins = Array.from({ length: 16 }, (_, i): Solid => ({
  shape: tube(
    [
      [0, 0, 0],
      [0, 0, 0.13],
    ],
    0.028,
    0.008,
  ),
  material: gold,
  at: [((i % 4) - 1.5) * 0.13, 1.62 + (Math.floor(i / 4) - 1.5) * 0.13, 0.5],
}))

export const microneedling: Scene = {
  ground: paper.blush,
  solids: [
    { shape: arch(1.9, 2.6, 0.16, 0.03), material: stone.clay, at: [0.5, 0, -1.2] },
    { shape: cylinder(1.6, 0.24, 0.06), material: stone.white, at: [0, 0.12, 0] },
    { shape: cylinder(0.55, 0.2, 0.06), material: stone.lagoon, at: [-0.1, 0.33, -0.1] },
    ...put(
      [
        {
          shape: spun(
            [
              [0, 0],
              [0.2, 0],
              [0.25, 0.2],
              [0.22, 0.75],
              [0.27, 1.2],
              [0, 1.3],
            ],
            0.02,
          ),
          material: ceramic,
          at: [0, 0, 0],
        },
        { shape: cylinder(0.265, 0.06, 0.02), material: gold, at: [0, 0.98, 0] },
        { shape: box(0.86, 0.86, 0.55, 0.16), material: ceramic, at: [0, 1.62, 0.08] },
        { shape: box(0.66, 0.66, 0.2, 0.04), material: gold, at: [0, 1.62, 0.36] },
        { shape: box(0.58, 0.58, 0.12, 0.03), material: stone.white, at: [0, 1.62, 0.44] },
        ...pins,
      ],
      [-0.1, 0.4, -0.1],
      [-4, 30, 0],
    ),
    { shape: sphere(0.24), material: pearl, at: [0.85, 0.48, 0.35] },
    { shape: sphere(0.14), material: rosePearl, at: [0.55, 0.38, 0.85] },
    { shape: sphere(0.11), material: pearl, at: [-0.95, 0.35, 0.7] },
  ],
  fronds: palms,
  aim: [0.05, 1.2, 0],
  zoom: 0.6,
}

export const hairLaser: Scene = {
  ground: paper.nacre,
  solids: [
    { shape: arch(2.0, 2.4, 0.16, 0.03), material: stone.lagoon, at: [0.4, 0, -1.3] },
    {
      shape: tube(
        [
          [-2.6, 0.2, 0.7],
          [0.4, 0.5, 0.1],
          [2.8, 0.45, -0.6],
        ],
        0.42,
        0.52,
      ),
      material: satin.blush,
      at: [0, 0, 0],
    },
    ...put(
      [
        { shape: box(0.46, 0.2, 0.46, 0.03), material: coolLight, at: [0, 0.04, 0] },
        { shape: box(0.56, 0.34, 0.56, 0.07), material: gold, at: [0, 0.28, 0] },
        {
          shape: spun(
            [
              [0, 0.42],
              [0.28, 0.42],
              [0.33, 0.65],
              [0.26, 1.05],
              [0.25, 1.7],
              [0.18, 1.93],
              [0, 1.97],
            ],
            0.02,
          ),
          material: ceramic,
          at: [0, 0, 0],
        },
        { shape: cylinder(0.27, 0.06, 0.02), material: gold, at: [0, 1.2, 0] },
      ],
      [-0.35, 0.86, 0.3],
      [8, 20, -28],
    ),
    { shape: sphere(0.22), material: pearl, at: [1.2, 0.22, 0.9] },
    { shape: sphere(0.13), material: rosePearl, at: [0.8, 0.13, 1.15] },
  ],
  fronds: palms,
  aim: [0.05, 1.08, 0],
  zoom: 0.62,
}
