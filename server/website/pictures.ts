import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog, writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { discardPicture, isRefused } from '#server/lib/stored-pictures.ts'
import { cutInWidths, readImage, reencodeInWidths, storeImage, type PictureSet } from '#server/lib/uploads.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import type { PictureArea } from '#shared/website/contract.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The widths that pages use: thumbnails and cards, phones, and large screens. */
const WIDTHS = [320, 640, 960, 1440]
/** The least width and height of an uploaded picture in pixels, because smaller pictures look bad on any screen. */
const LEAST_SIDE = 320
/** The width in which a photo is stored, so that a cropped part still fills a screen. Pages never use it. */
const ORIGINAL_WIDTH = 2880

const fileName = (id: string, width: number, format = 'webp') => `${id}-${width}.${format}`

type Crop = { source_id: string; area: PictureArea }
type NewPicture = PictureSet & { kept?: Buffer | null }

/** Stores a picture in all widths. Deletes its files if one cannot be written or the row is refused. */
async function storePicture(context: DetachedContext<Principal>, folder: string, set: NewPicture, crop?: Crop) {
  const { width, height, placeholder } = set
  const id = newId()
  const names: string[] = []
  let isWritten = false
  try {
    for (const one of set.files) names.push(await storeImage(folder, one.image, fileName(id, one.width, one.format)))
    if (set.kept) names.push(await storeImage(folder, set.kept, fileName(id, ORIGINAL_WIDTH)))
    isWritten = true
    await context.inTransaction(async (inside) => {
      await queries.insertPicture(inside.tx, {
        id,
        branch_id: inside.branchId,
        width,
        height,
        widths: [...new Set(set.files.map((one) => one.width))],
        placeholder,
        created_at: inside.now,
        ...(crop && { source_id: crop.source_id, crop: JSON.stringify(crop.area) }),
      })
      const type = crop ? 'website.picture.cut' : 'website.picture.added'
      await writeAuditLog(inside, { type, subjectId: id, parameters: {} })
    })
  } catch (error) {
    if (!isWritten || isRefused(error)) await Promise.all(names.map((name) => discardPicture(context, folder, name)))
    throw error
  }
  return { id, width, height, placeholder }
}

/** Stores an uploaded picture. Throws a 422 for an invalid one. */
export async function addPicture(context: DetachedContext<Principal>, folder: string, file: File) {
  const sizes = {
    widths: WIDTHS,
    leastSide: LEAST_SIDE,
    tooSmall: s.pictureSmall(LEAST_SIDE),
    keptWidth: ORIGINAL_WIDTH,
  }
  return storePicture(context, folder, await reencodeInWidths(file, 'picture', sizes))
}

/** The whole picture from which a picture was cropped, and the cropped area. Throws a 404 for a missing one. */
export async function readWholePicture({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>, id: string) {
  const row = await views.pictureById(tx, branchId, id)
  const whole = row?.source_id ? await views.pictureById(tx, branchId, row.source_id) : row
  if (!whole) throw new AppError('not_found', s.pictureGone)
  const { width, height, widths, placeholder } = whole
  return { id: whole.id, width, height, widths, placeholder, area: (row?.crop ?? null) as PictureArea | null }
}

const isWholeArea = ({ left, top, width, height }: PictureArea) => left + top < 0.001 && width + height > 1.999

/**
 * Stores a part of the whole picture as a new picture, so that website versions with the old one stay unchanged. Throws
 * a 404 for a missing picture and a 422 for an area that is too small.
 */
export async function cropPicture(context: DetachedContext<Principal>, folder: string, id: string, area: PictureArea) {
  const whole = await context.inTransaction((inside) => readWholePicture(inside, id))
  if (isWholeArea(area)) return whole
  let source: Buffer | null = null
  for (const width of [ORIGINAL_WIDTH, ...whole.widths.toReversed()])
    source ??= await readImage(folder, fileName(whole.id, width))
  if (!source) throw new AppError('not_found', s.pictureGone)
  const sizes = { widths: WIDTHS, leastSide: LEAST_SIDE, tooSmall: s.partSmall(LEAST_SIDE) }
  return storePicture(context, folder, await cutInWidths(source, 'width', area, sizes), { source_id: whole.id, area })
}

const fileNames = ({ id, widths }: { id: string; widths: number[] }) => [
  fileName(id, ORIGINAL_WIDTH),
  ...widths.flatMap((width) => [fileName(id, width), fileName(id, width, 'avif')]),
]

/** The uploaded pictures, newest first, with the places where each is used. */
export async function listPictures(tx: ReadTx, branchId: string, { page, per_page }: PageQuery) {
  const rows = await views.placedPictures(tx, branchId, { limit: per_page, offset: (page - 1) * per_page })
  const data = rows.map(({ created_at, ...picture }) => ({ ...picture, added_at: isoInManila(created_at) }))
  return { data, total: await views.countPictures(tx, branchId), page, per_page }
}

/**
 * Deletes a picture with its files. Throws a 404 for a missing one and a 409 for one that the draft or a version uses.
 */
export async function deletePicture(context: DetachedContext<Principal>, folder: string, id: string): Promise<void> {
  const removed = await context.inTransaction(async (inside) => {
    const { tx, branchId } = inside
    // The lock makes a concurrent save of the draft wait and then see whether the picture is gone.
    await queries.lockWebsite(tx, branchId)
    const [picture] = await views.placedPictures(tx, branchId, { of: id, limit: 1, offset: 0 })
    if (!picture) throw new AppError('not_found', s.pictureGone)
    if (picture.places.length > 0) throw new AppError('conflict', s.pictureShown)
    const rows = await queries.removePicture(tx, branchId, id)
    const parameters = { count: rows.length }
    await writeAuditLog(inside, { type: 'website.pictures.removed', subjectId: null, parameters })
    return rows
  })
  for (const name of removed.flatMap(fileNames)) await discardPicture(context, folder, name)
}

/**
 * Deletes pictures that no draft or version has used for some weeks. Returns their file names, to be deleted after the
 * commit.
 */
export async function forgetUnusedPictures(tx: Tx, now: Date): Promise<string[]> {
  // The lock makes a concurrent save of the draft wait and then see whether the picture is gone.
  await queries.lockAllWebsites(tx)
  await queries.markUnusedPictures(tx, now)
  const removed = await queries.removeUnused(tx, retainedSince('websitePictures', now))
  if (removed.length > 0)
    await writeSystemLog(tx, now, {
      type: 'website.pictures.removed',
      subjectId: null,
      parameters: { count: removed.length },
    })
  return removed.flatMap(fileNames)
}
