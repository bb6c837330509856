import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, noBody, strictBody, version } from '#shared/lib/fields.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { PARTS, websiteContent } from './content.ts'
import { websiteMessages } from './messages.ts'
import { site } from './site.ts'

const part = z.enum(PARTS)

const draft = z.object({
  content: websiteContent,
  version,
  /** When the draft was saved; null until the clinic has saved one. */
  saved_at: instant.nullable(),
  /** The parts of the website in which the draft differs from the published version. */
  changed: z.array(part),
  /** The published version; null while visitors see the automatic page. */
  published: z.object({ number: z.number().int(), published_at: instant }).nullable(),
  /** The website as visitors would see it if the draft were published. */
  site,
})
export type WebsiteDraft = z.output<typeof draft>

const publishedVersion = z.object({
  number: z.number().int(),
  published_at: instant,
  published_by: z.string(),
  /** The parts of the website in which the version differs from the previous one. */
  changed: z.array(part),
})
export type WebsiteVersion = z.output<typeof publishedVersion>

const draftAnswer = z.object({ data: draft })

const share = z.number().min(0, websiteMessages.area).max(1, websiteMessages.area)
/** A part of a picture as fractions of its width and height. */
const area = strictBody({
  left: share,
  top: share,
  width: share.positive(websiteMessages.area),
  height: share.positive(websiteMessages.area),
})
  // The limit is slightly above 1, because the fractions may be rounded.
  .refine(({ left, width }) => left + width < 1.001, websiteMessages.area)
  .refine(({ top, height }) => top + height < 1.001, websiteMessages.area)
export type PictureArea = z.output<typeof area>

const storedPicture = z.object({ id, width: z.number().int(), height: z.number().int(), placeholder: z.string() })

/** Where a picture or one cropped from it is used: on the published website, in the draft, or in an older version. */
const PICTURE_PLACES = ['visitors', 'draft', 'version'] as const

const libraryPicture = z.object({
  id,
  width: z.number().int(),
  height: z.number().int(),
  added_at: instant,
  /** The id of the picture from which this one was cropped; null for an uncropped picture. */
  cut_of: id.nullable(),
  /** Where the picture is used; empty for an unused picture, which can be deleted. */
  places: z.array(z.enum(PICTURE_PLACES)),
})
export type LibraryPicture = z.output<typeof libraryPicture>

export const websiteContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/website',
    access: 'public',
    summary: 'The website as visitors see it',
    response: z.object({ data: site }),
  }),
  draft: endpoint({
    method: 'GET',
    url: '/api/website/draft',
    access: 'website.manage',
    summary: 'The draft of the website, and the page that visitors would see',
    response: draftAnswer,
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/website/draft',
    access: 'website.manage',
    summary: 'Save the draft of the website; visitors do not see it yet',
    body: websiteContent,
    response: draftAnswer,
    errorData: { stale: draft },
    ifMatch: true,
  }),
  preview: endpoint({
    method: 'POST',
    url: '/api/website/preview',
    access: 'website.manage',
    summary: 'The page that visitors would see of a draft, without saving the draft',
    database: 'snapshot',
    body: websiteContent,
    response: z.object({ data: site }),
  }),
  publish: endpoint({
    method: 'POST',
    url: '/api/website/publish',
    access: 'website.manage',
    summary: 'Publish the draft of the website',
    database: 'none',
    status: 201,
    body: noBody,
    response: draftAnswer,
    errorData: { stale: draft },
    ifMatch: true,
  }),
  versions: endpoint({
    method: 'GET',
    url: '/api/website/versions',
    access: 'website.manage',
    summary: 'The published versions of the website, newest first',
    querystring: pageQuery(10, {}),
    response: z.object({ data: z.array(publishedVersion), ...pageCounters }),
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/website/versions/:number/restore',
    access: 'website.manage',
    summary: 'Copy an older version of the website into the draft, and publish it if requested',
    database: 'none',
    params: z.object({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    body: strictBody({ publishes: z.boolean().default(false) }),
    response: draftAnswer,
  }),
  addPicture: endpoint({
    method: 'POST',
    url: '/api/website/pictures',
    access: 'website.manage',
    summary: 'Add a picture to the website; it is stored in the widths that pages need',
    status: 201,
    sends: 'multipart',
    database: 'none',
    timeoutMs: 60_000,
    body: strictBody({
      picture: imageFile,
    }),
    response: z.object({ data: storedPicture }),
  }),
  pictures: endpoint({
    method: 'GET',
    url: '/api/website/pictures',
    access: 'website.manage',
    summary: "The website's pictures, newest first, each with where it is used",
    querystring: pageQuery(24, {}),
    response: z.object({ data: z.array(libraryPicture), ...pageCounters }),
  }),
  deletePicture: endpoint({
    method: 'DELETE',
    url: '/api/website/pictures/:id',
    access: 'website.manage',
    summary: 'Delete a picture that neither the draft nor a published version uses, with the pictures cropped from it',
    database: 'none',
    params: z.object({ id }),
    response: messageAnswer,
  }),
  wholePicture: endpoint({
    method: 'GET',
    url: '/api/website/pictures/:id',
    access: 'website.manage',
    summary: 'The whole picture from which a picture was cropped, and which part was cropped',
    params: z.object({ id }),
    response: z.object({ data: storedPicture.extend({ widths: z.array(z.number().int()), area: area.nullable() }) }),
  }),
  cutPicture: endpoint({
    method: 'POST',
    url: '/api/website/pictures/:id/cut',
    access: 'website.manage',
    summary: 'Crop a part of a picture as a new picture; the whole picture stays',
    status: 201,
    database: 'none',
    timeoutMs: 60_000,
    params: z.object({ id }),
    body: area,
    response: z.object({ data: storedPicture }),
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/website-pictures/:name',
    access: 'public',
    summary: 'A picture of the website in one width and format; a changed picture has a new name',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/avif or image/webp'),
  }),
}
