/** This module has the scenes of facials, infusions, peels and skin care. */
import { amberGlass, ceramic, gold, linen, liquid, palms, paper, pearl, rosePearl, stone } from '../look.ts'
import { dropper, jar, put, vial } from '../parts.ts'
import type { Scene } from '../scene.ts'
import { arch, box, curve, cylinder, lathe, plate, roll, sphere, spun, torus, tube, type Point2 } from '../shapes.ts'

const bowl = spun(
  [
    [0, 0.05],
    [0.3, 0.05],
    [0.54, 0.16],
    [0.74, 0.36],
    [0.84, 0.62],
    [0.78, 0.64],
    [0.67, 0.4],
    [0.46, 0.21],
    [0.26, 0.13],
    [0, 0.11],
  ],
  0.02,
)

export const facials: Scene = {
  ground: paper.blush,
  solids: [
    { shape: arch(2.0, 2.3, 0.16, 0.03), material: stone.clay, at: [-0.7, 0, -1.2] },
    { shape: cylinder(1.75, 0.26, 0.06), material: stone.white, at: [0, 0.13, 0] },
    { shape: bowl, material: ceramic, at: [-0.5, 0.26, 0.25] },
    { shape: sphere(0.24), material: pearl, at: [-0.66, 0.84, 0.36] },
    { shape: sphere(0.2), material: rosePearl, at: [-0.26, 0.8, 0.4] },
    { shape: sphere(0.21), material: pearl, at: [-0.46, 0.88, 0.04] },
    { shape: roll(0.34, 1.25), material: linen, at: [0.88, 0.6, -0.2], turn: [0, 24, 0] },
    { shape: roll(0.3, 1.15), material: linen, at: [0.72, 1.16, -0.28], turn: [0, 24, 0] },
    { shape: sphere(0.16), material: pearl, at: [0.75, 0.42, 0.95] },
    { shape: sphere(0.11), material: rosePearl, at: [0.42, 0.37, 1.12] },
  ],
  fronds: palms,
  aim: [0, 0.95, 0],
  zoom: 0.66,
}

/** The outline of an infusion bag that is filled up to a height. */
const pouch = (x: number, top: number): Point2[] => {
  const side = top > 1.5 ? 0.5 : 0.52
  const low: Point2[] = [
    [x + side, 0.42],
    [x + 0.34, 0.2],
    [x - 0.34, 0.2],
    [x - side, 0.42],
  ]
  return top > 1.5
    ? [...low, [x - side, 1.36], [x - 0.34, 1.6], [x + 0.34, 1.6], [x + side, 1.36]]
    : [...low, [x - side, top], [x + side, top]]
}

export const drips: Scene = {
  ground: paper.lagoon,
  solids: [
    { shape: arch(2.1, 2.75, 0.16, 0.03), material: stone.deep, at: [0.1, 0, -1.3] },
    { shape: cylinder(1.6, 0.24, 0.06), material: stone.lagoon, at: [0, 0.12, 0] },
    {
      shape: tube(
        curve([
          [-0.95, 0.2, -0.3],
          [-0.95, 2.1, -0.3],
          [-0.8, 2.62, -0.3],
          [-0.2, 2.72, -0.25],
          [0.15, 2.74, -0.2],
          [0.2, 2.6, -0.2],
        ]),
        0.055,
      ),
      material: gold,
      at: [0, 0, 0],
    },
    { shape: plate(pouch(0, 1.72), 0.42, 0.17), material: stone.white, at: [0.15, 0.78, -0.2] },
    { shape: plate(pouch(0, 1.0), 0.46, 0.17), material: liquid.plasma, at: [0.15, 0.78, -0.2] },
    { shape: box(0.62, 0.42, 0.1, 0.04), material: ceramic, at: [0.15, 1.95, 0.02] },
    { shape: torus(0.12, 0.03), material: gold, at: [0.15, 2.52, -0.2] },
    { shape: cylinder(0.07, 0.2, 0.03), material: ceramic, at: [0.15, 0.74, -0.2] },
    {
      shape: tube(
        curve([
          [0.15, 0.7, -0.2],
          [0.15, 0.5, -0.1],
          [0.45, 0.32, 0.3],
          [0.95, 0.3, 0.45],
          [1.1, 0.3, 0.1],
        ]),
        0.035,
      ),
      material: ceramic,
      at: [0, 0, 0],
    },
    ...put(vial(liquid.plasma), [-0.6, 0.24, 0.75]),
    { shape: sphere(0.2), material: pearl, at: [0.3, 0.44, 1.05] },
    { shape: sphere(0.13), material: rosePearl, at: [1.75, 0.13, 0.6] },
  ],
  fronds: palms,
  aim: [-0.05, 1.35, 0],
  zoom: 0.59,
}

export const peels: Scene = {
  ground: paper.sand,
  solids: [
    { shape: arch(1.9, 2.35, 0.16, 0.03), material: stone.ochre, at: [-0.7, 0, -1.2] },
    { shape: cylinder(1.75, 0.26, 0.06), material: stone.white, at: [0, 0.13, 0] },
    ...put(dropper(amberGlass), [-0.75, 0.26, -0.05]),
    { shape: cylinder(0.34, 0.7, 0.06), material: liquid.plasma, at: [-0.75, 0.66, -0.05] },
    { shape: bowl, material: ceramic, at: [0.55, 0.26, 0.3] },
    { shape: cylinder(0.6, 0.1, 0.04), material: liquid.plasma, at: [0.55, 0.66, 0.3] },
    {
      shape: tube(
        [
          [0, 0, 0],
          [0, 1.15, 0],
        ],
        0.05,
        0.075,
      ),
      material: gold,
      at: [0.72, 1.0, 0.18],
      turn: [-12, 0, -38],
    },
    { shape: box(0.36, 0.42, 0.1, 0.05), material: linen, at: [0.6, 0.84, 0.22], turn: [-12, 0, -38] },
    { shape: sphere(0.15), material: pearl, at: [-0.25, 0.41, 0.98] },
    { shape: sphere(0.1), material: rosePearl, at: [-0.55, 0.36, 1.08] },
  ],
  fronds: palms,
  aim: [0, 1.02, 0],
  zoom: 0.64,
}

export const skincare: Scene = {
  ground: paper.nacre,
  solids: [
    { shape: arch(2.1, 2.5, 0.16, 0.03), material: stone.clay, at: [0.55, 0, -1.2] },
    { shape: cylinder(1.75, 0.24, 0.06), material: stone.white, at: [0, 0.12, 0] },
    ...put(dropper(stone.lagoon), [-0.4, 0.24, -0.15]),
    ...put(jar, [0.65, 0.24, 0.45]),
    {
      shape: lathe(
        [
          [0, 0],
          [0.22, 0],
          [0.24, 0.04],
          [0.24, 0.3],
          [0.3, 0.36],
          [0.3, 1.3],
          [0, 1.34],
        ],
        0.03,
      ),
      material: ceramic,
      at: [0.5, 0.24, -0.45],
    },
    { shape: cylinder(0.245, 0.3, 0.03), material: gold, at: [0.5, 0.4, -0.45] },
    { shape: sphere(0.19), material: pearl, at: [-0.35, 0.43, 0.85] },
    { shape: sphere(0.12), material: rosePearl, at: [-0.72, 0.36, 0.8] },
  ],
  fronds: palms,
  aim: [0.05, 1.05, 0],
  zoom: 0.64,
}
