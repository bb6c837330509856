import { bodyMapMessages } from '#shared/lib/body-map-messages.ts'
import { bodyAreas, type BodyMapName } from '#shared/lib/body-maps.ts'
import { noteScreenMessages as s } from './screen-messages.ts'
import type { NotePin, NoteTemplateContent } from './note.ts'

/** The drawings of each kind of map, the first being shown first. */
const drawings: Record<NoteTemplateContent['map'], readonly BodyMapName[]> = {
  none: [],
  face: ['face_front', 'face_left', 'face_right'],
  body: ['body_front', 'body_back'],
}

/**
 * The drawings of a template's map, and other drawings on which the note has pins, such as those of a template that was
 * chosen before.
 */
export const drawingsOf = ({ map }: Pick<NoteTemplateContent, 'map'>, pins: readonly NotePin[]): BodyMapName[] => [
  ...new Set([...drawings[map], ...pins.map((pin) => pin.map)]),
]

/** A pin that is farther than this from the centre of an area is outside of the area. */
const REACH = 130

/** The name of the area at a place of a drawing: the nearest one within reach; empty outside of all areas. */
export function areaAt(map: BodyMapName, x: number, y: number): string {
  const distances = bodyAreas[map].map((area) => ({ name: area.name, distance: Math.hypot(area.x - x, area.y - y) }))
  const [nearest] = distances.toSorted((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= REACH ? nearest.name : ''
}

const isArea = (name: string): name is keyof typeof bodyMapMessages.areas => Object.hasOwn(bodyMapMessages.areas, name)

/** The name of an area for people. */
export const areaName = (name: string): string => (isArea(name) ? bodyMapMessages.areas[name] : s.outsideAreas)
