import { bodyMapMessages } from './body-map-messages.ts'

/** The drawings of a face and a body on which people mark areas. Each has a square box of 1000 by 1000 units. */
export const BODY_MAPS = ['face_front', 'face_left', 'face_right', 'body_front', 'body_back'] as const
export type BodyMapName = (typeof BODY_MAPS)[number]

export type BodyAreaName = keyof typeof bodyMapMessages.areas

/** A named area of a drawing and its centre. */
type BodyArea = { name: BodyAreaName; x: number; y: number }

type Place = readonly [area: string, x: number, y: number]

const area = ([name, x, y]: Place): BodyArea => ({ name: name as BodyAreaName, x, y })

/**
 * Returns the areas of a symmetric drawing. `pairs` are the areas on the viewer's left; `side` says whether these are
 * on the left or right side of the person drawn. Each has a mirror image on the other half.
 */
const mirrored = (side: 'left' | 'right', middle: readonly Place[], pairs: readonly Place[]): BodyArea[] => {
  const other = side === 'left' ? 'right' : 'left'
  const both = pairs.flatMap(([name, x, y]): Place[] => [
    [`${name}_${side}`, x, y],
    [`${name}_${other}`, 1000 - x, y],
  ])
  return [...middle, ...both].map(area)
}

const FACE_SIDE: readonly Place[] = [
  ['forehead', 380, 250],
  ['temple', 500, 390],
  ['eye', 370, 455],
  ['nose', 250, 560],
  ['cheek', 430, 580],
  ['ear', 640, 520],
  ['fold', 325, 640],
  ['lips', 275, 705],
  ['chin', 305, 820],
  ['jaw', 480, 750],
  ['neck', 600, 880],
]
const SINGLE = ['forehead', 'nose', 'lips', 'chin', 'neck']
const sideOf = (side: 'left' | 'right', x: (x: number) => number) =>
  FACE_SIDE.map(([name, at, y]) => area([SINGLE.includes(name) ? name : `${name}_${side}`, x(at), y]))

const LIMBS: readonly Place[] = [
  ['shoulder', 372, 245],
  ['upper_arm', 340, 340],
  ['forearm', 305, 460],
  ['hand', 270, 590],
]
const LEGS: readonly Place[] = [
  ['knee', 428, 740],
  ['lower_leg', 425, 830],
  ['foot', 415, 962],
]

/** The named areas of each drawing, so that an area can be marked and read without a pointer. */
export const bodyAreas: Readonly<Record<BodyMapName, readonly BodyArea[]>> = {
  face_front: mirrored(
    'right',
    [
      ['forehead', 500, 270],
      ['glabella', 500, 400],
      ['nose', 500, 570],
      ['lips', 500, 745],
      ['chin', 500, 835],
      ['neck', 500, 935],
    ],
    [
      ['temple', 295, 380],
      ['eye', 385, 455],
      ['cheek', 345, 590],
      ['ear', 240, 495],
      ['fold', 415, 665],
      ['jaw', 365, 715],
    ],
  ),
  face_left: sideOf('left', (x) => x),
  face_right: sideOf('right', (x) => 1000 - x),
  body_front: mirrored(
    'right',
    [
      ['head', 500, 90],
      ['neck', 500, 185],
      ['abdomen', 500, 430],
      ['groin', 500, 560],
    ],
    [['chest', 440, 300], ['flank', 405, 430], ...LIMBS, ['thigh', 430, 640], ...LEGS],
  ),
  body_back: mirrored(
    'left',
    [
      ['head', 500, 90],
      ['neck', 500, 185],
      ['upper_back', 500, 290],
      ['lower_back', 500, 440],
    ],
    [['flank', 405, 430], ...LIMBS, ['buttock', 445, 550], ['thigh', 430, 650], ...LEGS],
  ),
}
