/** This module has the scenes of the sample clinic's rooms, such as reception and treatment rooms. */
import {
  armchair,
  bed,
  counter,
  lamp,
  pendant,
  plant,
  shelf,
  shining,
  sideTable,
  stool,
  towels,
  trolley,
  wall,
} from '../furniture.ts'
import { amberGlass, ceramic, gold, linen, paper, pearl, rosePearl, satin, stone } from '../look.ts'
import { dropper, jar, put, sized } from '../parts.ts'
import type { Frond, Material, Scene, Solid } from '../scene.ts'
import { arch, box, curve, cylinder, lathe, leaf, pebble, sphere, torus, tube } from '../shapes.ts'

/** The leaves of a palm before a window, whose shadow falls on the wall above the furniture. */
const palms: readonly Frond[] = [
  { at: [1.1, 5.0], angle: 224, length: 3.1, width: 0.95 },
  { at: [-4.0, 3.2], angle: -28, length: 2.3, width: 0.7 },
]

export const reception: Scene = {
  ground: paper.sand,
  solids: [
    ...wall(paper.nacre),
    { shape: arch(2.5, 3.35, 0.1, 0.02), material: stone.clay, at: [-0.4, 0, -1.45] },
    { shape: torus(0.5, 0.045), material: gold, at: [-0.4, 2.5, -1.3] },
    { shape: sphere(0.24), material: pearl, at: [-0.36, 2.29, -1.26] },
    ...put(counter, [-0.4, 0, 0.1]),
    ...put(sized(jar, 0.32), [-1.55, 1.22, 0.25]),
    { shape: sphere(0.09), material: gold, at: [0.15, 1.26, 0.32] },
    { shape: cylinder(0.13, 0.05, 0.02), material: stone.white, at: [0.15, 1.245, 0.32] },
    ...put(
      [
        {
          shape: lathe(
            [
              [0, 0],
              [0.13, 0],
              [0.17, 0.12],
              [0.15, 0.26],
              [0.06, 0.36],
              [0.07, 0.42],
              [0, 0.42],
            ],
            0.02,
          ),
          material: ceramic,
          at: [0, 0, 0],
        },
      ],
      [0.78, 1.22, 0.1],
    ),
    ...[
      [-40, 30],
      [60, 22],
      [170, 26],
    ].map(([direction, slant]): Solid => ({
      shape: leaf(0.75, 0.2, 0.15),
      material: stone.lagoon,
      at: [0.78, 1.6, 0.1],
      turn: [slant!, direction!, 0],
    })),
    ...put(pendant(shining), [-1.35, 3.05, 0.1]),
    ...put(pendant(shining), [0.55, 3.05, 0.1]),
    ...put(plant(ceramic), [2.0, 0, -0.45]),
  ],
  fronds: palms,
  aim: [0.32, 1.6, 0],
  zoom: 0.475,
}

export const treatmentRoom: Scene = {
  ground: paper.nacre,
  solids: [
    ...wall(paper.blush),
    { shape: arch(1.9, 2.9, 0.1, 0.02), material: stone.rose, at: [1.55, 0, -1.45] },
    ...shelf(1.3, [1.55, 1.35, -1.24]),
    ...shelf(1.3, [1.55, 2.0, -1.24]),
    ...put(towels, [1.25, 1.38, -1.2]),
    ...put(sized(jar, 0.4), [1.95, 1.38, -1.2]),
    ...put(sized(dropper(stone.lagoon), 0.3), [1.2, 2.03, -1.2]),
    ...put(sized(dropper(ceramic), 0.3), [1.5, 2.03, -1.2]),
    { shape: sphere(0.15), material: pearl, at: [1.88, 2.18, -1.2] },
    ...put(bed(satin.blush), [-0.55, 0, -0.2], [0, -14, 0]),
    ...put(lamp(shining), [-2.3, 0, -0.8]),
    ...put(stool(satin.blush), [-1.45, 0, 0.95]),
    ...put(trolley, [1.75, 0, 0.1], [0, -14, 0]),
    ...put(sized(dropper(amberGlass), 0.26), [1.5, 0.91, 0.1]),
    ...put(sized(jar, 0.34), [1.85, 0.91, 0.2]),
  ],
  fronds: palms,
  aim: [-0.05, 1.42, 0],
  zoom: 0.5,
}

const coolLight: Material = { ...stone.lagoon, glow: [0.05, 0.5, 0.5] }

/** A laser on wheels: body, tilted screen, and the handpiece in its holder. */
const laser: readonly Solid[] = [
  { shape: box(1.02, 0.14, 0.92, 0.05), material: stone.basalt, at: [0, 0.16, 0] },
  ...[-1, 1].map((x): Solid => ({ shape: sphere(0.1), material: stone.basalt, at: [x * 0.4, 0.1, 0.34] })),
  { shape: box(0.86, 1.2, 0.76, 0.16), material: ceramic, at: [0, 0.82, 0] },
  { shape: box(0.5, 0.03, 0.03, 0.01), material: gold, at: [0, 0.95, 0.38] },
  { shape: box(0.5, 0.42, 0.03, 0.01), material: stone.white, at: [0, 0.6, 0.375] },
  { shape: cylinder(0.06, 0.3, 0.02), material: gold, at: [0, 1.5, -0.1] },
  { shape: box(0.92, 0.62, 0.1, 0.045), material: ceramic, at: [0, 1.85, 0], turn: [-16, 0, 0] },
  { shape: box(0.78, 0.48, 0.04, 0.01), material: coolLight, at: [0, 1.86, 0.05], turn: [-16, 0, 0] },
  {
    shape: tube(
      curve([
        [0.42, 1.3, 0],
        [0.75, 1.75, 0],
        [0.95, 1.35, 0.15],
        [0.85, 0.75, 0.3],
        [0.6, 0.95, 0.3],
      ]),
      0.04,
    ),
    material: stone.deep,
    at: [0, 0, 0],
  },
  { shape: cylinder(0.09, 0.42, 0.03), material: ceramic, at: [0.55, 1.2, 0.3], turn: [0, 0, 14] },
  { shape: cylinder(0.095, 0.05, 0.02), material: gold, at: [0.53, 1.28, 0.3], turn: [0, 0, 14] },
]

export const laserRoom: Scene = {
  ground: paper.nacre,
  solids: [
    ...wall(paper.lagoon),
    { shape: arch(2.2, 3.1, 0.1, 0.02), material: stone.deep, at: [1.3, 0, -1.45] },
    ...put(laser, [1.45, 0, -0.35], [0, -16, 0]),
    ...put(bed(satin.blush), [-1.0, 0, 0.05], [0, 10, 0]),
    ...put(stool(satin.blush), [0.35, 0, 1.05]),
    ...shelf(1.4, [-1.5, 2.0, -1.24]),
    ...put(towels, [-1.8, 2.03, -1.2]),
    { shape: sphere(0.17), material: pearl, at: [-1.3, 2.2, -1.2] },
    { shape: sphere(0.11), material: rosePearl, at: [-1.02, 2.14, -1.15] },
    ...put(pendant(shining), [0.0, 3.1, -0.5]),
    ...put(sized(plant(ceramic), 0.8), [2.4, 0, -0.85]),
  ],
  fronds: palms,
  aim: [0.1, 1.5, 0],
  zoom: 0.48,
}

export const quietCorner: Scene = {
  ground: paper.nacre,
  solids: [
    ...wall(paper.sand),
    { shape: arch(2.3, 3.1, 0.1, 0.02), material: stone.ochre, at: [-0.6, 0, -1.45] },
    { shape: cylinder(2.5, 0.04, 0.015), material: linen, at: [0, 0.02, 0.3] },
    ...put(armchair(satin.blush), [-0.75, 0.04, 0], [0, 16, 0]),
    { shape: box(0.5, 0.48, 0.18, 0.09), material: stone.lagoon, at: [-0.9, 1.0, -0.1], turn: [-14, 10, 8] },
    ...put(sideTable, [0.55, 0.04, 0.35]),
    { shape: cylinder(0.5, 0.46, 0.14), material: satin.blush, at: [1.55, 0.27, 0.75] },
    ...put(lamp(shining), [-2.3, 0, -0.7]),
    ...put(plant(ceramic), [2.15, 0, -0.65]),
    { shape: box(0.9, 1.2, 0.06, 0.01), material: gold, at: [1.2, 2.45, -1.47] },
    { shape: box(0.83, 1.13, 0.06, 0.005), material: stone.white, at: [1.2, 2.45, -1.45] },
    { shape: arch(0.36, 0.78, 0.03, 0.01), material: stone.clay, at: [1.06, 1.89, -1.41] },
    { shape: arch(0.3, 0.46, 0.03, 0.01), material: stone.lagoon, at: [1.32, 1.89, -1.4] },
    { shape: pebble(0.13, 0.13, 0.03), material: gold, at: [1.38, 2.74, -1.41] },
  ],
  fronds: palms,
  aim: [-0.05, 1.5, 0],
  zoom: 0.475,
}
