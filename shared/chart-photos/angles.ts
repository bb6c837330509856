/** The directions from which a photo is taken. `body` and `other` are described by the photo's area. */
export const ANGLES = ['front', 'left_45', 'right_45', 'left', 'right', 'top', 'body', 'other'] as const
export type Angle = (typeof ANGLES)[number]

/** True for the angles `body` and `other`, with which a photo also needs the area in words. */
export const needsArea = (angle: Angle): boolean => angle === 'body' || angle === 'other'

type Viewed = { angle: Angle; area: string | null }

/** Photos with the same key show the same part from the same direction, so that they can be compared. */
export const angleKey = ({ angle, area }: Viewed): string => `${angle} ${(area ?? '').trim().toLowerCase()}`
