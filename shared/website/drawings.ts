/** The one-line drawings of faces in `web/public/art`, which stand in for photos. */
export const FACES = [
  'two',
  'curls',
  'near',
  'quiet',
  'up',
  'crop',
  'waves',
  'glasses',
  'bun',
  'knot',
  'parted',
  'lean',
  'scarf',
  'beard',
  'nape',
] as const
export type Face = (typeof FACES)[number]

/** The one-line drawings of hands. */
const HANDS = ['pearl', 'cup'] as const
export type Drawing = Face | (typeof HANDS)[number]

/** Only these faces are assigned automatically, because they do not suggest whether a person is a woman or a man. */
const AUTOMATIC: readonly Face[] = FACES.slice(0, 5)

/** Returns a number that depends only on the text, so that a person always gets the same drawing. */
const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7)

/**
 * Returns the face for each member: the chosen one, or else one that depends only on the member's id, so that it is the
 * same on each page. If an earlier member has that face already, the next free face is used.
 */
export function facesOf(members: readonly { id: string; chosen: Face | null }[]): Face[] {
  const used = new Set<Face>(members.flatMap(({ chosen }) => chosen ?? []))
  return members.map(({ id, chosen }) => {
    if (chosen) return chosen
    const first = hashOf(id) % AUTOMATIC.length
    const inOrder = [...AUTOMATIC.slice(first), ...AUTOMATIC.slice(0, first)]
    const face = inOrder.find((one) => !used.has(one)) ?? inOrder[0]!
    used.add(face)
    return face
  })
}
