import { recordChartRead, requireWritableChart, withChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { jpegOf, readImage, sendImage } from '#server/lib/uploads.ts'
import type { AngleGroup, ChartPhoto, chartPhotosContract } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import * as views from './views.ts'

type Detached = DetachedContext<Principal>

/** Only a person who may read the chart gets a photo, and no cache keeps it. */
const NEVER_CACHED = 'private, no-store'

const visitOf = ({ appointment_id, appointment_date: date, service_name, further_services }: views.PhotoRow) =>
  appointment_id !== null && date !== null && service_name !== null
    ? { appointment_id, date, service: servicesOf({ service_name, further_services }) }
    : null

const presentPhoto = (row: views.PhotoRow): ChartPhoto => ({
  id: row.id,
  client_id: row.client_id,
  angle: row.angle,
  area: row.area,
  note: row.note,
  taken_at: isoInManila(row.taken_at),
  width: row.width,
  height: row.height,
  visit: visitOf(row),
  added_at: isoInManila(row.added_at),
  added_by: row.added_by_name,
  hidden: row.hidden_at && row.hiding && { at: isoInManila(row.hidden_at), ...row.hiding },
  may_publish: row.may_publish,
  version: row.version,
})

async function readPhoto({ tx }: Pick<Context, 'tx'>, id: string): Promise<ChartPhoto> {
  const row = await views.photoById(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return presentPhoto(row)
}

/**
 * The response to a call that changes a photo of this client. It shows what the chart says about the photo, so the read
 * log records it like every other read.
 */
export async function answerWithPhoto(inside: Context<Principal>, clientId: string, id: string): Promise<ChartPhoto> {
  await recordChartRead(inside, { clientId, kind: 'chart', subjectId: null })
  return readPhoto(inside, id)
}

/** A page of the chart's photos, newest first, and how many are hidden. */
export const listPhotos = (
  context: Detached,
  clientId: string,
  { page, per_page, ...filter }: Parsed<typeof chartPhotosContract.list>['querystring'],
): Promise<Answer<typeof chartPhotosContract.list>> =>
  withChart(context, clientId, async ({ tx }) => {
    const wanted = { clientId, ...filter }
    const rows = await views.photoPage(tx, wanted, { limit: per_page, offset: (page - 1) * per_page })
    const total = await views.countPhotos(tx, wanted)
    const hidden = await views.countPhotos(tx, { clientId, hidden: true })
    return { data: rows.map(presentPhoto), total, page, per_page, hidden }
  })

/** The directions from which the client was photographed, each with its first and last photo. */
export const listAngles = (context: Detached, clientId: string): Promise<AngleGroup[]> =>
  withChart(context, clientId, async ({ tx }) => {
    const groups = await views.angleGroups(tx, clientId)
    if (groups.length === 0) return []
    const rows = await views.photosById(
      tx,
      groups.flatMap(({ first_id, last_id }) => [first_id, last_id]),
    )
    const photos = new Map(rows.map((row) => [row.id, presentPhoto(row)]))
    return groups.map(({ count, first_id, last_id }) => ({
      count,
      first: photos.get(first_id)!,
      last: photos.get(last_id)!,
    }))
  })

/** Checks that the caller may read the photo's chart, and returns the name of one of its files. */
async function findFile(
  context: Detached,
  id: string,
  which: 'photo_path' | 'thumbnail_photo_path',
  work: (inside: Context<Principal>, clientId: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const found = await context.inTransaction(({ tx }) => views.filesOfPhoto(tx, id))
  if (!found) throw new AppError('not_found', s.notFound)
  return withChart(context, found.client_id, async (inside) => {
    const row = await views.filesOfPhoto(inside.tx, id)
    // The photo was moved to another chart since the first statement.
    if (row?.client_id !== found.client_id) throw new AppError('not_found', s.notFound)
    await work(inside, row.client_id)
    return row[which]
  })
}

async function requireImage(folder: string, name: string): Promise<Buffer> {
  const image = await readImage(folder, name)
  if (!image) throw new AppError('not_found', s.fileMissing)
  return image
}

/** Sends a thumbnail. This adds no row to the read log: the row for the opening of the chart covers its thumbnails. */
export async function serveThumbnail(context: Detached, folder: string, id: string): Promise<void> {
  const name = await findFile(context, id, 'thumbnail_photo_path')
  sendImage(context.reply, await requireImage(folder, name), NEVER_CACHED)
}

/** Sends a photo in full size, and records in the read log that the caller opened it. */
export async function servePhoto(context: Detached, folder: string, id: string): Promise<void> {
  const name = await findFile(context, id, 'photo_path', (inside, clientId) =>
    recordChartRead(inside, { clientId, kind: 'photo', subjectId: id }),
  )
  sendImage(context.reply, await requireImage(folder, name), NEVER_CACHED)
}

/**
 * Records the download of a photo for publication. Throws a 409 without the client's consent, for a
 * hidden photo and for a locked chart.
 */
async function recordPublication(inside: Context<Principal>, clientId: string, id: string): Promise<void> {
  const photo = await readPhoto(inside, id)
  if (photo.hidden) throw new AppError('conflict', s.isHidden)
  if (!photo.may_publish) throw new AppError('conflict', s.noConsent)
  const { name: client } = await requireWritableChart(inside, clientId)
  await recordChartRead(inside, { clientId, kind: 'photo', subjectId: id })
  await writeAuditLog(inside, { type: 'chart-photos.photo.published', subjectId: id, parameters: { client } })
}

/** Sends a photo as a JPEG for publication, and records it. Throws a 409 without the client's consent. */
export async function servePublication(context: Detached, folder: string, id: string): Promise<void> {
  const name = await findFile(context, id, 'photo_path', (inside, clientId) => recordPublication(inside, clientId, id))
  const image = await jpegOf(await requireImage(folder, name))
  void context.reply
    .headers({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="photo.jpg"',
      'x-content-type-options': 'nosniff',
      'cache-control': NEVER_CACHED,
    })
    .send(image)
}
