import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { discardPicture } from '#server/lib/stored-pictures.ts'
import { reencodeInWidths, storeImage } from '#server/lib/uploads.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import * as queries from './queries.ts'

/** What pages ask for: thumbnails and cards, phones, and large screens. */
const WIDTHS = [320, 640, 960, 1440]
/** A picture that is smaller looks torn on any screen. */
const LEAST_SIDE = 320

/** Stores a picture in all its widths. What was written goes again when the row cannot be kept. Throws 422 for what is no picture. */
export async function addPicture(context: DetachedContext<Principal>, folder: string, file: File) {
  const set = await reencodeInWidths(file, 'picture', {
    widths: WIDTHS,
    leastSide: LEAST_SIDE,
    tooSmall: s.pictureSmall(LEAST_SIDE),
  })
  const { width, height, placeholder } = set
  const id = newId()
  const names: string[] = []
  try {
    for (const one of set.files) names.push(await storeImage(folder, one.image, `${id}-${one.width}.${one.format}`))
    await context.inTransaction(async (inside) => {
      await queries.insertPicture(inside.tx, {
        id,
        branch_id: inside.branchId,
        width,
        height,
        widths: [...new Set(set.files.map((one) => one.width))],
        placeholder,
        created_at: inside.now,
      })
      await writeAuditLog(inside, { type: 'website.picture.added', subjectId: id, parameters: {} })
    })
  } catch (error) {
    await Promise.all(names.map((name) => discardPicture(context, folder, name)))
    throw error
  }
  return { id, width, height, placeholder }
}
