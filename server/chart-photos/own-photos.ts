import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isClinicalRecordOn, recordChartRead, requireConfirmedAccount, requireOwnChart } from '#server/charts/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { countTry } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { errorDetails } from '#server/lib/log-errors.ts'
import { readImage, sendImage } from '#server/lib/uploads.ts'
import { findAllRecords } from '#server/people/erase-person.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import { isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import * as views from './views.ts'
import { zipParts, type ZipEntry } from './zip-file.ts'

type OwnPhoto = Awaited<ReturnType<typeof views.ownPhotos>>[number]

/** The caller's own photos, also those of records that were merged into theirs, without hidden photos. */
async function findOwnPhotos(context: Pick<ReadContext<Principal>, 'tx' | 'user'>) {
  const { clients } = await findAllRecords(context, context.user.id)
  return { clients, photos: clients.length === 0 ? [] : await views.ownPhotos(context.tx, clients) }
}

/** The number of the caller's own photos; none in a clinic without the clinical record. */
export async function countOwnPhotos(context: ReadContext<Principal>): Promise<number> {
  if (!(await isClinicalRecordOn(context.tx, context.branchId))) return 0
  await requireConfirmedAccount(context)
  return (await findOwnPhotos(context)).photos.length
}

/** Reads the photos of a download, and records the download. */
async function beginDownload(inside: Context<Principal>): Promise<OwnPhoto[]> {
  await requireOwnChart(inside)
  const { clients, photos } = await findOwnPhotos(inside)
  if (photos.length === 0) throw new AppError('not_found', s.notFound)
  await recordChartRead(inside, { clientId: clients[0]!, kind: 'export', subjectId: null })
  const parameters = { count: photos.length }
  await writeAuditLog(inside, { type: 'chart-photos.own.downloaded', subjectId: null, parameters })
  return photos
}

/** Characters that file names cannot contain on every system. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}\p{Zl}\p{Zp}]+/gu

async function* filesOf(folder: string, photos: readonly OwnPhoto[]): AsyncGenerator<ZipEntry, void> {
  for (const [index, { photo_path, angle, area, taken_at }] of photos.entries()) {
    const content = await readImage(folder, photo_path)
    const words = [s.angles[angle], area ?? ''].join(' ').trim().replace(notInFileNames, '-')
    const name = s.fileName(manilaDate(taken_at), words, index + 1)
    // A photo whose file is missing is replaced by a text that says so, so that the client still gets the other photos.
    if (content) yield { name, content, at: taken_at }
    else yield { name: `${name}.txt`, content: Buffer.from(s.fileMissing), at: taken_at }
  }
}

/**
 * Sends the caller's own photos as a ZIP file. Throws a 404 without photos and a 429 for too many downloads in an hour.
 */
export async function sendOwnPhotos(
  context: DetachedContext<Principal>,
  folder: string,
  { dataExportsPerPerson: limit }: Limits,
): Promise<void> {
  const { user, now, log, reply } = context
  const tries = await context.inTransaction(({ tx }) => countTry(tx, 'photo-export', user.id, limit, now))
  if (tries > limit.tries) throw new AppError('too_many', s.tooManyDownloads, { retryAfter: limit.windowSeconds })
  const photos = await context.inTransaction(beginDownload)
  const body = new PassThrough()
  void reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-photos.zip"',
      'cache-control': 'private, no-store',
    })
    .send(body)
  // An error closes the connection, so that the browser reports a failed download and keeps no file.
  await pipeline(zipParts(filesOf(folder, photos)), body).catch((error: unknown) =>
    log.error({ err: errorDetails(error) }, 'the download of own photos was cut off'),
  )
}

/** The photos in all records of one client (given by their ids) that are not hidden, oldest first. */
export const ownPhotosOf = async (tx: ReadTx, clientIds: readonly string[]) =>
  (await views.ownPhotos(tx, clientIds)).map(({ id, angle, area, note, taken_at }) => ({
    id,
    angle,
    area,
    note,
    taken_at: isoInManila(taken_at),
  }))

/**
 * Sends one of the caller's own photos, and records in the read log that it was opened. Throws a 404 for any other
 * photo.
 */
export async function sendOwnPhoto(context: DetachedContext<Principal>, folder: string, id: string): Promise<void> {
  const photo = await context.inTransaction(async (inside) => {
    await requireOwnChart(inside)
    const found = (await findOwnPhotos(inside)).photos.find((one) => one.id === id)
    if (!found) throw new AppError('not_found', s.notFound)
    await recordChartRead(inside, { clientId: found.client_id, kind: 'photo', subjectId: id })
    return found
  })
  const image = await readImage(folder, photo.photo_path)
  if (!image) throw new AppError('not_found', s.fileMissing)
  sendImage(context.reply, image, 'private, no-store')
}
