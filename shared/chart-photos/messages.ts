import { defineMessages } from '#shared/lib/language.ts'
import type { Angle } from './angles.ts'

/** The errors of the calls, and words that server and screens share. */
export const chartPhotoMessages = defineMessages('chart-photos', {
  angles: {
    front: 'Front',
    left_45: 'Left 45°',
    right_45: 'Right 45°',
    left: 'Left side',
    right: 'Right side',
    top: 'From above',
    body: 'Body part',
    other: 'Other',
  } satisfies Record<Angle, string>,
  chooseAngle: 'Choose an angle.',
  areaNeeded: 'Enter which part the photo shows.',
  takenAtNeeded: 'Enter when the photo was taken.',
  takenLater: 'A photo cannot be taken in the future.',
  reasonNeeded: 'Enter a reason.',
  purposeNeeded: 'Enter what the photos may be used for.',
  askedByNeeded: 'Enter who asked the client.',
  decidedLater: 'The consent cannot be from a future date.',
  notFound: 'This photo does not exist.',
  fileMissing: 'The file of this photo is missing. Please tell the owner of the clinic.',
  idTaken: 'Another photo was already uploaded under this number. Please add the photo again.',
  isHidden: 'This photo is hidden. Show it again first.',
  sameClient: 'The photo is already in this client’s chart.',
  noConsent: 'The client has not agreed to the publication of this photo.',
  nothingToWithdraw: 'There is no consent to withdraw.',
  tooManyDownloads: 'You have downloaded your photos too often. Please try again in an hour.',
  /** The name of a file in the ZIP with a client's own photos. */
  fileName: (date: string, angle: string, number: number) => `${date} ${angle} ${number}.webp`,
})
