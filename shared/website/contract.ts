import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, noBody, strictBody, version } from '#shared/lib/fields.ts'
import { imageMessages, MAX_IMAGE_BYTES } from '#shared/lib/image-messages.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { PARTS, websiteContent } from './content.ts'
import { site } from './site.ts'

const part = z.enum(PARTS)

const draft = z.object({
  content: websiteContent,
  version,
  /** Null as long as the clinic has written nothing. */
  saved_at: instant.nullable(),
  /** The parts that differ from what visitors see. */
  changed: z.array(part),
  /** What visitors see; null while they see what Mutya made of the clinic's data. */
  published: z.object({ number: z.number().int(), published_at: instant }).nullable(),
  /** The draft as visitors would see it. */
  site,
})
export type WebsiteDraft = z.output<typeof draft>

const publishedVersion = z.object({
  number: z.number().int(),
  published_at: instant,
  published_by: z.string(),
  /** The parts that differ from the version before. */
  changed: z.array(part),
})
export type WebsiteVersion = z.output<typeof publishedVersion>

const draftAnswer = z.object({ data: draft })

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
    summary: 'The draft of the website, and the page that it would make',
    response: draftAnswer,
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/website/draft',
    access: 'website.manage',
    summary: 'Keep the draft; visitors see nothing of it yet',
    body: websiteContent,
    response: draftAnswer,
    errorData: { stale: draft },
    ifMatch: { required: false },
  }),
  preview: endpoint({
    method: 'POST',
    url: '/api/website/preview',
    access: 'website.manage',
    summary: 'The page that a draft would make, without keeping it',
    database: 'snapshot',
    body: websiteContent,
    response: z.object({ data: site }),
  }),
  publish: endpoint({
    method: 'POST',
    url: '/api/website/publish',
    access: 'website.manage',
    summary: 'Show the draft to visitors',
    database: 'none',
    status: 201,
    body: noBody,
    response: draftAnswer,
    errorData: { stale: draft },
    ifMatch: { required: false },
  }),
  versions: endpoint({
    method: 'GET',
    url: '/api/website/versions',
    access: 'website.manage',
    summary: 'What was published, the newest first',
    querystring: pageQuery(10, {}),
    response: z.object({ data: z.array(publishedVersion), ...pageCounters }),
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/website/versions/:number/restore',
    access: 'website.manage',
    summary: 'Put an older version into the draft, and in front of visitors when asked to',
    database: 'none',
    params: z.object({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    body: strictBody({ publishes: z.boolean().default(false) }),
    response: draftAnswer,
  }),
  addPicture: endpoint({
    method: 'POST',
    url: '/api/website/pictures',
    access: 'website.manage',
    summary: 'Add a picture; it is stored in the widths that pages need',
    status: 201,
    sends: 'multipart',
    database: 'none',
    timeoutMs: 60_000,
    body: strictBody({
      picture: z.file(imageMessages.type).min(1, imageMessages.unreadable).max(MAX_IMAGE_BYTES, imageMessages.tooLarge),
    }),
    response: z.object({
      data: z.object({ id, width: z.number().int(), height: z.number().int(), placeholder: z.string() }),
    }),
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/website-pictures/:name',
    access: 'public',
    summary: 'A picture of the website in one width and format; a new picture has a new name',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/avif or image/webp'),
  }),
}
