import { createHash } from 'node:crypto'
import { requireChart, requireWritableChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { discardPicture, isRefused } from '#server/lib/stored-pictures.ts'
import { reencodeWithThumbnail, storeImage } from '#server/lib/uploads.ts'
import { findRemainingRecord } from '#server/people/merge-records.ts'
import type { chartPhotosContract, ChartPhoto } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import { answerWithPhoto } from './read-photos.ts'
import * as views from './views.ts'

/** The maximum side of a stored photo in pixels: large enough to compare pores on a tablet in full zoom. */
const MAX_SIDE = 2880
const THUMBNAIL_SIDE = 400
/** How far a tablet's clock may be ahead, in milliseconds. A photo from the future is stored with the server's time. */
const CLOCK_TOLERANCE = 86_400_000

type Upload = Parsed<typeof chartPhotosContract.add>
type Photo = Awaited<ReturnType<typeof reencodeWithThumbnail>>

async function hashOf(file: File): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const part of file.stream()) hash.update(part)
  return hash.digest()
}

/**
 * Returns the chart to which the photo is added. If the client was merged while the photo waited on the device, this is
 * the chart of the remaining record.
 */
const requireTarget = async (inside: Context<Principal>, clientId: string) =>
  requireWritableChart(inside, (await findRemainingRecord(inside.tx, clientId)) ?? clientId)

/**
 * The photo that an earlier try of the same call has added, even if it was moved to another chart since then; null if
 * there is none. Throws a 409 if another photo was added under this id, and a 403 if the photo is in another chart now
 * that the caller may not read.
 */
async function findEarlierUpload(
  inside: Context<Principal>,
  { photo_id, hash }: { photo_id: string; hash: Buffer },
): Promise<ChartPhoto | null> {
  const earlier = await views.uploadOf(inside.tx, photo_id)
  if (!earlier) return null
  if (!hash.equals(earlier.upload_hash)) throw new AppError('conflict', s.idTaken)
  const { client_id } = await requireChart(inside, earlier.client_id)
  return answerWithPhoto(inside, client_id, photo_id)
}

type NewPhoto = { upload: Upload; hash: Buffer; photo: Photo; names: { full: string; thumbnail: string } }

/** Adds the photo's row. Returns null, and adds nothing, if a call that ran at the same time has added this photo. */
async function insertRow(inside: Context<Principal>, { upload, hash, photo, names }: NewPhoto) {
  const { tx, now, user, branchId } = inside
  const { params, body } = upload
  const owner = await requireTarget(inside, params.id)
  const sent = new Date(body.taken_at)
  const at = sent > now ? now : sent
  const visit = await views.visitOn(tx, { clientId: owner.client_id, date: manilaDate(at), at })
  const isAdded = await queries.insertPhoto(tx, {
    id: params.photo_id,
    branch_id: branchId,
    client_id: owner.client_id,
    appointment_id: visit?.id ?? null,
    angle: body.angle,
    area: body.area,
    note: body.note,
    taken_at: at,
    width: photo.width,
    height: photo.height,
    photo_path: names.full,
    thumbnail_photo_path: names.thumbnail,
    upload_hash: hash,
    added_at: now,
    added_by: user.id,
    added_by_name: user.name,
  })
  if (!isAdded) return null
  const parameters = { client: owner.name }
  await writeAuditLog(inside, { type: 'chart-photos.photo.added', subjectId: params.photo_id, parameters })
  return answerWithPhoto(inside, owner.client_id, params.photo_id)
}

async function storePhoto(context: DetachedContext<Principal>, folder: string, upload: Upload, hash: Buffer) {
  const sizes = { maxSide: MAX_SIDE, thumbnailSide: THUMBNAIL_SIDE, uploader: { isStaff: true, key: context.user.id } }
  const photo = await reencodeWithThumbnail(upload.body.photo, 'photo', sizes)
  const stored: string[] = []
  const discardAll = () => Promise.all(stored.map((name) => discardPicture(context, folder, name)))
  let isWritten = false
  try {
    const full = await storeImage(folder, photo.image)
    stored.push(full)
    const thumbnail = await storeImage(folder, photo.thumbnail)
    stored.push(thumbnail)
    isWritten = true
    const names = { full, thumbnail }
    const added = await context.inTransaction((inside) => insertRow(inside, { upload, hash, photo, names }))
    if (!added) await discardAll()
    return added
  } catch (error) {
    // If the connection to the database was lost, the row may have been stored, so its files are kept.
    if (!isWritten || isRefused(error)) await discardAll()
    throw error
  }
}

/**
 * Adds an uploaded photo under the id that the browser made, without metadata; a repeated call returns the photo that
 * is there. Throws a 422 for an invalid picture and a 409 for a locked chart or an id of another photo.
 */
export async function addPhoto(
  context: DetachedContext<Principal>,
  folder: string,
  upload: Upload,
): Promise<ChartPhoto> {
  const { params, body } = upload
  if (new Date(body.taken_at).getTime() > context.now.getTime() + CLOCK_TOLERANCE)
    throw invalid('taken_at', s.takenLater)
  const hash = await hashOf(body.photo)
  const findEarlier = () =>
    context.inTransaction(async (inside) => {
      await requireTarget(inside, params.id)
      return findEarlierUpload(inside, { photo_id: params.photo_id, hash })
    })
  const added = (await findEarlier()) ?? (await storePhoto(context, folder, upload, hash)) ?? (await findEarlier())
  if (!added) throw new AppError('not_found', s.notFound)
  return added
}
