import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import {
  civilDate,
  flagInForm,
  id,
  instant,
  optionalText,
  requiredName,
  requiredText,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { ANGLES, needsArea, type Angle } from './angles.ts'
import { chartPhotoMessages as s } from './messages.ts'

const angle = z.enum(ANGLES, s.chooseAngle)
/** An instant in a request: ISO 8601 with the offset of the time zone. */
const moment = z.iso.datetime({ offset: true, error: s.takenAtNeeded })

const description = {
  angle,
  area: optionalText(80),
  note: optionalText(500),
  taken_at: moment,
}
const describes = ({ angle: from, area }: { angle: Angle; area: string | null }) => !needsArea(from) || area !== null
const areaNeeded = { path: ['area'], error: s.areaNeeded }

const chartPhoto = z.object({
  id,
  client_id: id,
  angle: z.enum(ANGLES),
  area: z.string().nullable(),
  note: z.string().nullable(),
  taken_at: instant,
  width: z.number().int(),
  height: z.number().int(),
  /** The visit on the day of the photo, if there was one. */
  visit: z.object({ appointment_id: id, date: civilDate, service: z.string() }).nullable(),
  added_at: instant,
  added_by: z.string(),
  /** Why the photo is hidden; null while it is shown. */
  hidden: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  /** True if the client's latest decision allows to publish the photo. */
  may_publish: z.boolean(),
  version,
})
export type ChartPhoto = z.output<typeof chartPhoto>

/** All photos of one part of the body from one direction: how many, and the first and the last. */
const angleGroup = z.object({ count: z.number().int(), first: chartPhoto, last: chartPhoto })
export type AngleGroup = z.output<typeof angleGroup>

const publicationConsent = z.object({
  id,
  /**
   * The photo whose publication the client has allowed or refused; null if the decision is about all photos of the
   * client.
   */
  photo_id: id.nullable(),
  is_given: z.boolean(),
  decided_on: civilDate,
  purpose: z.string().nullable(),
  asked_by: z.string(),
  recorded_at: instant,
  recorded_by: z.string(),
})
export type PublicationConsent = z.output<typeof publicationConsent>

const ofClient = z.object({ id })
const ofPhoto = z.object({ id })
const photoAnswer = z.object({ data: chartPhoto })
const file = z.string().describe('image/webp')

const CHART_PHOTOS_PER_PAGE = 36

export const chartPhotosContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/charts/:id/photos',
    access: 'charts.read',
    summary: "A client's chart photos, newest first",
    database: 'none',
    writesOnRead: true,
    params: ofClient,
    querystring: pageQuery(CHART_PHOTOS_PER_PAGE, {
      angle: angle.optional(),
      /** Lists only photos of this area of the body, whatever the case of its letters. */
      area: z.string().max(80).optional(),
      /** If true, the list has only hidden photos; if false, it has only photos that are not hidden. */
      hidden: flagInForm.default(false),
    }).omit({ search: true }),
    response: z.object({ data: z.array(chartPhoto), ...pageCounters, hidden: z.number().int() }),
  }),
  angles: endpoint({
    method: 'GET',
    url: '/api/charts/:id/photo-angles',
    access: 'charts.read',
    summary: 'The directions from which a client was photographed, each with its first and last photo',
    database: 'none',
    writesOnRead: true,
    params: ofClient,
    response: z.object({ data: z.array(angleGroup) }),
  }),
  add: endpoint({
    method: 'PUT',
    url: '/api/charts/:id/photos/:photo_id',
    access: 'charts.write',
    summary: 'Add a photo to a chart under an id that the browser made; a repeated call adds nothing',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 120_000,
    params: z.object({ id, photo_id: id }),
    body: strictBody({ photo: imageFile, ...description }).refine(describes, areaNeeded),
    response: photoAnswer,
  }),
  change: endpoint({
    method: 'PUT',
    url: '/api/chart-photos/:id',
    access: 'charts.write',
    summary: 'Change the angle, area, note or time of a chart photo',
    database: 'none',
    params: ofPhoto,
    body: strictBody(description).refine(describes, areaNeeded),
    response: photoAnswer,
    errorData: { stale: chartPhoto },
    ifMatch: true,
  }),
  hide: endpoint({
    method: 'PUT',
    url: '/api/chart-photos/:id/hidden',
    access: 'charts.write',
    summary: 'Hide a chart photo that was taken by mistake; it stays in the chart',
    params: ofPhoto,
    body: strictBody({ reason: requiredText(200, s.reasonNeeded) }),
    response: photoAnswer,
  }),
  show: endpoint({
    method: 'PUT',
    url: '/api/chart-photos/:id/shown',
    access: 'charts.write',
    summary: 'Show a hidden chart photo again',
    params: ofPhoto,
    response: photoAnswer,
  }),
  move: endpoint({
    method: 'PUT',
    url: '/api/chart-photos/:id/client',
    access: 'charts.write',
    summary: 'Move a chart photo to the chart of the client whom it shows',
    params: ofPhoto,
    body: strictBody({ client_id: id, reason: requiredText(200, s.reasonNeeded) }),
    response: photoAnswer,
  }),
  thumbnail: endpoint({
    method: 'GET',
    url: '/api/chart-photos/:id/thumbnail',
    access: 'charts.read',
    summary: 'The thumbnail of a chart photo',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    params: ofPhoto,
    response: file,
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/chart-photos/:id/picture',
    access: 'charts.read',
    summary: 'A chart photo in full size; the read log records who opened it',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    params: ofPhoto,
    response: file,
  }),
}

export const publicationContract = {
  consents: endpoint({
    method: 'GET',
    url: '/api/charts/:id/publication-consents',
    access: 'charts.read',
    summary: "A client's decisions about the publication of their photos, newest first",
    database: 'none',
    writesOnRead: true,
    params: ofClient,
    response: z.object({ data: z.array(publicationConsent) }),
  }),
  give: endpoint({
    method: 'POST',
    url: '/api/charts/:id/publication-consents',
    access: 'charts.write',
    summary: 'Record that a client agrees to the publication of one photo or of all their photos',
    status: 201,
    idempotent: true,
    params: ofClient,
    body: strictBody({
      photo_id: id.nullable(),
      decided_on: civilDate,
      purpose: requiredText(200, s.purposeNeeded),
      asked_by: requiredName(120, s.askedByNeeded),
    }),
    response: z.object({ data: publicationConsent }),
  }),
  withdraw: endpoint({
    method: 'POST',
    url: '/api/charts/:id/publication-withdrawals',
    access: 'charts.write',
    summary: 'Record that a client withdraws the consent to the publication of one photo or of all their photos',
    status: 201,
    idempotent: true,
    params: ofClient,
    body: strictBody({ photo_id: id.nullable() }),
    response: z.object({ data: publicationConsent }),
  }),
  download: endpoint({
    method: 'GET',
    url: '/api/chart-photos/:id/publication',
    access: 'charts.read',
    summary: 'A chart photo as a JPEG for publication; refused without the consent of the client',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    params: ofPhoto,
    response: z.string().describe('image/jpeg'),
  }),
}

export const ownChartPhotosContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my/chart-photos',
    access: 'any-account',
    summary: "How many photos the caller's own chart has",
    response: z.object({ data: z.object({ count: z.number().int() }) }),
  }),
  download: endpoint({
    method: 'GET',
    url: '/api/my/chart-photos/download',
    access: 'any-account',
    summary: "The photos of the caller's own chart as a ZIP file",
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    timeoutMs: 60_000,
    response: z.string().describe('application/zip'),
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/my/chart-photos/:id/picture',
    access: 'any-account',
    summary: "One photo of the caller's own chart; the read log records who opened it",
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    params: ofPhoto,
    response: file,
  }),
}

/** A client's own decision about publication, given or refused, as the profile shows it. */
const ownConsent = z.object({
  id,
  /** The photo that the client agreed to; null if the consent is for all photos of the client. */
  photo: z.object({ id, angle: z.enum(ANGLES), area: z.string().nullable(), taken_at: instant }).nullable(),
  is_given: z.boolean(),
  decided_on: civilDate,
  purpose: z.string().nullable(),
  asked_by: z.string(),
  /** True if no later decision covers the same photos, so that this decision is in force. */
  is_current: z.boolean(),
})
export type OwnConsent = z.output<typeof ownConsent>

export const ownConsentsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/my/publication-consents',
    access: 'any-account',
    summary: "The caller's decisions about the publication of their photos, newest first",
    response: z.object({ data: z.array(ownConsent) }),
  }),
  withdraw: endpoint({
    method: 'POST',
    url: '/api/my/publication-withdrawals',
    access: 'any-account',
    summary: 'Withdraw the own consent to the publication of one photo or of all photos',
    status: 201,
    idempotent: true,
    body: strictBody({ photo_id: id.nullable() }),
    response: z.object({ data: z.array(ownConsent) }),
  }),
}
