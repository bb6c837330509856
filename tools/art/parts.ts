/**
 * This module has objects that several pictures show. Each is upright around its own origin; `put` moves it into a
 * scene.
 */
import { ceramic, glass, gold, liquid, silver, stone } from './look.ts'
import type { Material, Solid } from './scene.ts'
import { box, cylinder, lathe, tube, type Point2, type Point3 } from './shapes.ts'

const radians = (degrees: number) => (degrees * Math.PI) / 180

type Matrix = readonly [Point3, Point3, Point3]

const times = (m: Matrix, [x, y, z]: Point3): Point3 =>
  m.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Point3

/** The rotation around the x axis by `a`, then the y axis by `b`, then the z axis by `c`, in degrees. */
function matrixOf([a, b, c]: Point3): Matrix {
  const [ca, sa, cb, sb, cc, sc] = [a, b, c].flatMap((angle) => [
    Math.cos(radians(angle)),
    Math.sin(radians(angle)),
  ]) as [number, number, number, number, number, number]
  return [
    [cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa],
    [sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa],
    [-sb, cb * sa, cb * ca],
  ]
}

/** Combines two rotations into one: first `inner`, then `outer`. */
function turnedAgain(outer: Point3, inner: Point3): Point3 {
  const m = matrixOf(outer)
  const axis = (k: 0 | 1 | 2) => times(m, matrixOf(inner).map((row) => row[k]) as unknown as Point3)
  const [x, y, z] = [axis(0), axis(1), axis(2)]
  const degrees = (angle: number) => (angle * 180) / Math.PI
  return [degrees(Math.atan2(y[2], z[2])), degrees(Math.asin(-x[2])), degrees(Math.atan2(x[1], x[0]))]
}

/** Moves a group of solids to a place in the scene and rotates it as a whole. */
export const put = (group: readonly Solid[], at: Point3, turn: Point3 = [0, 0, 0]): Solid[] =>
  group.map((part) => {
    const [x, y, z] = times(matrixOf(turn), part.at)
    return {
      ...part,
      at: [at[0] + x, at[1] + y, at[2] + z],
      turn: part.turn ? turnedAgain(turn, part.turn) : turn,
    }
  })

/** Scales a group of solids. */
export const sized = (group: readonly Solid[], size: number): Solid[] =>
  group.map(({ shape, at, ...part }) => ({
    ...part,
    shape: {
      distance: (x, y, z) => shape.distance(x / size, y / size, z / size) * size,
      reach: shape.reach * size,
    },
    at: [at[0] * size, at[1] * size, at[2] * size],
  }))

const part = (shape: Solid['shape'], material: Material, at: Point3 = [0, 0, 0]): Solid => ({ shape, material, at })

const vialOutline: Point2[] = [
  [0, 0],
  [0.34, 0],
  [0.34, 0.7],
  [0.2, 0.86],
  [0.2, 0.98],
  [0.15, 0.98],
  [0.15, 0.84],
  [0.29, 0.67],
  [0.29, 0.05],
  [0, 0.05],
]

/** A glass vial with a cap, 1.2 units high. */
export const vial = (content: Material, cap: Material = gold): Solid[] => [
  part(lathe(vialOutline, 0.012), glass),
  part(cylinder(0.272, 0.46, 0.03), content, [0, 0.3, 0]),
  part(cylinder(0.24, 0.2, 0.03), cap, [0, 1.02, 0]),
  part(cylinder(0.17, 0.07, 0.03), ceramic, [0, 1.14, 0]),
]

const barrelOutline: Point2[] = [
  [0.125, 0],
  [0.165, 0],
  [0.165, 1.26],
  [0.06, 1.36],
  [0.03, 1.36],
  [0.03, 1.33],
  [0.125, 1.23],
]

/** A syringe with its needle up, 2.9 units long. Its barrel goes from a height of 0 to 1.3. */
export const syringe = (content: Material, rod: Material = ceramic): Solid[] => [
  part(lathe(barrelOutline, 0.006), glass),
  part(cylinder(0.115, 0.72, 0.02), content, [0, 0.86, 0]),
  part(cylinder(0.118, 0.12, 0.03), stone.deep, [0, 0.43, 0]),
  part(cylinder(0.05, 1.1, 0.02), rod, [0, -0.18, 0]),
  part(cylinder(0.2, 0.08, 0.03), rod, [0, -0.74, 0]),
  part(box(0.66, 0.08, 0.26, 0.04), rod),
  part(
    lathe(
      [
        [0, 1.34],
        [0.085, 1.34],
        [0.085, 1.42],
        [0.035, 1.6],
        [0, 1.6],
      ],
      0.012,
    ),
    gold,
  ),
  part(
    tube(
      [
        [0, 1.58, 0],
        [0, 2.12, 0],
      ],
      0.014,
      0.008,
    ),
    silver,
  ),
]

/** A bottle with a dropper, 1.95 units high. */
export const dropper = (body: Material): Solid[] => [
  part(
    lathe(
      [
        [0, 0],
        [0.4, 0],
        [0.42, 0.04],
        [0.42, 0.98],
        [0.34, 1.08],
        [0.17, 1.12],
        [0.17, 1.2],
        [0, 1.2],
      ],
      0.03,
    ),
    body,
  ),
  part(cylinder(0.22, 0.24, 0.03), gold, [0, 1.3, 0]),
  part(
    lathe(
      [
        [0, 1.4],
        [0.1, 1.4],
        [0.125, 1.5],
        [0.125, 1.78],
        [0.09, 1.87],
        [0, 1.9],
      ],
      0.03,
    ),
    ceramic,
  ),
]

/** A jar with a golden lid, 0.72 units high. */
export const jar: readonly Solid[] = [
  part(cylinder(0.46, 0.5, 0.09), ceramic, [0, 0.25, 0]),
  part(cylinder(0.47, 0.2, 0.05), gold, [0, 0.6, 0]),
]

/** A glass tube, 2 units high, with blood plasma above and blood cells below. */
export const tubeOfPlasma: readonly Solid[] = [
  part(
    lathe(
      [
        [0, 0],
        [0.12, 0.03],
        [0.19, 0.12],
        [0.21, 0.22],
        [0.21, 1.74],
        [0.175, 1.74],
        [0.175, 0.22],
        [0.15, 0.13],
        [0.09, 0.06],
        [0, 0.045],
      ],
      0.006,
    ),
    glass,
  ),
  part(
    lathe(
      [
        [0, 0.08],
        [0.08, 0.09],
        [0.13, 0.15],
        [0.155, 0.23],
        [0.155, 0.72],
        [0, 0.72],
      ],
      0.008,
    ),
    liquid.blood,
  ),
  part(cylinder(0.16, 0.08, 0.02), ceramic, [0, 0.78, 0]),
  part(cylinder(0.162, 0.62, 0.02), liquid.plasma, [0, 1.14, 0]),
  part(cylinder(0.25, 0.34, 0.05), stone.deep, [0, 1.82, 0]),
]
