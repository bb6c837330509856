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
 * A face for each member without a chosen one. The same member gets the same face on each page, unless a member before
 * already has it; then the next face that is still free follows.
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
