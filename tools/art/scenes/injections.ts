/** This module has the scenes of injections, with their vials and syringes. */
import { gold, liquid, palms, paper, pearl, rosePearl, satin, stone } from '../look.ts'
import { put, syringe, tubeOfPlasma, vial } from '../parts.ts'
import type { Scene } from '../scene.ts'
import { arch, box, cylinder, lips, sphere, torus } from '../shapes.ts'

export const botox: Scene = {
  ground: paper.nacre,
  solids: [
    { shape: arch(1.9, 2.2, 0.16, 0.03), material: stone.clay, at: [0.45, 0, -1.2] },
    { shape: cylinder(1.7, 0.26, 0.06), material: stone.white, at: [0, 0.13, 0] },
    { shape: cylinder(0.7, 0.34, 0.05), material: stone.white, at: [0.42, 0.43, -0.4] },
    ...put(vial(liquid.water), [0.42, 0.6, -0.4]),
    ...put(syringe(liquid.water), [0.6, 0.42, 0.85], [0, 12, 86]),
    { shape: sphere(0.3), material: pearl, at: [-0.7, 0.56, -0.25] },
    { shape: sphere(0.13), material: rosePearl, at: [-1.18, 0.39, 0.0] },
  ],
  fronds: palms,
  aim: [0, 0.92, 0],
  zoom: 0.68,
}

export const lipFillers: Scene = {
  ground: paper.blush,
  solids: [
    { shape: torus(1.12, 0.07), material: gold, at: [0.1, 1.4, -0.75] },
    { shape: cylinder(1.65, 0.24, 0.06), material: stone.white, at: [0, 0.12, 0] },
    { shape: cylinder(0.95, 0.2, 0.05), material: stone.white, at: [0, 0.33, -0.1] },
    { shape: lips(), material: satin.rose, at: [0, 0.9, 0.1], turn: [-8, 6, 0] },
    { shape: sphere(0.2), material: pearl, at: [0.95, 0.44, 0.75] },
    { shape: sphere(0.13), material: rosePearl, at: [-0.85, 0.37, 0.9] },
    { shape: sphere(0.11), material: pearl, at: [-1.75, 0.11, 0.4] },
  ],
  fronds: palms,
  aim: [0, 1.0, 0],
  zoom: 0.66,
}

export const radiesse: Scene = {
  ground: paper.sand,
  solids: [
    { shape: box(0.85, 0.5, 0.85, 0.04), material: stone.white, at: [-0.95, 0.25, 0] },
    { shape: box(0.85, 1.0, 0.85, 0.04), material: stone.ochre, at: [0, 0.5, -0.15] },
    { shape: box(0.85, 1.5, 0.85, 0.04), material: stone.white, at: [0.95, 0.75, -0.3] },
    { shape: sphere(0.2), material: rosePearl, at: [-0.95, 0.7, 0.05] },
    { shape: sphere(0.29), material: pearl, at: [0, 1.29, -0.12] },
    { shape: sphere(0.4), material: pearl, at: [0.95, 1.9, -0.28] },
    ...put(syringe(liquid.serum, gold), [0.75, 0.17, 0.85], [0, 8, 82]),
  ],
  fronds: palms,
  aim: [0.02, 1.08, 0],
  zoom: 0.62,
}

export const plasma: Scene = {
  ground: paper.blush,
  solids: [
    { shape: arch(1.9, 2.4, 0.16, 0.03), material: stone.rose, at: [-0.4, 0, -1.2] },
    { shape: cylinder(1.65, 0.24, 0.06), material: stone.white, at: [0, 0.12, 0] },
    { shape: box(1.5, 0.3, 0.7, 0.07), material: stone.lagoon, at: [-0.15, 0.39, 0] },
    ...put(tubeOfPlasma, [-0.55, 0.42, 0]),
    ...put(tubeOfPlasma, [0.2, 0.42, 0]),
    { shape: sphere(0.26), material: pearl, at: [0.98, 0.5, 0.35] },
    { shape: sphere(0.15), material: rosePearl, at: [0.6, 0.39, 0.85] },
    { shape: sphere(0.11), material: pearl, at: [-1.0, 0.35, 0.75] },
  ],
  fronds: palms,
  aim: [0.05, 1.15, 0],
  zoom: 0.62,
}
