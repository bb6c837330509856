import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { discardPicture, servePicture, withPicture } from '#server/lib/stored-pictures.ts'
import { uploaderOf } from '#server/lib/staff-first-queue.ts'
import { changePhoto as setPhoto } from '#server/people/change-person.ts'
import { findOwnerOfPhoto, lockPerson } from '#server/people/find-person.ts'
import { callMessages, requestRefusals } from '#shared/lib/messages.ts'

type Detached = DetachedContext<Principal>

/** Screens show photos at most 96 CSS pixels wide, with up to four device pixels for each CSS pixel: 384 pixels. */
const SHAPE = { crop: 'square', maxSide: 384 } as const

/** The URL of a stored photo; null if there is none. */
export const photoAddress = (name: string | null): string | null => name && `/api/userphoto/${name}`

/** Replaces or removes the caller's photo; returns the name of the old one. */
async function replace(context: Context<Principal>, name: string | null): Promise<string | null> {
  const { tx, user } = context
  const account = await lockPerson(tx, user.id)
  if (!account) throw new AppError('unauthenticated', callMessages.authenticationRequired)
  if (account.photo_path === name) return null
  await setPhoto(context, user.id, name)
  const type = name === null ? 'users.photo.removed' : 'users.photo.changed'
  await writeAuditLog(context, { type, subjectId: user.id, parameters: {}, changes: [{ field: 'photo' }] })
  return account.photo_path
}

/** Sets the caller's photo and deletes the old file after the commit. Throws a 422 for an invalid picture. */
export async function changePhoto(context: Detached, folder: string, photo: File): Promise<string> {
  const { name, replaced } = await withPicture(
    folder,
    photo,
    'photo',
    async (stored) => ({ name: stored, replaced: await context.inTransaction((inside) => replace(inside, stored)) }),
    { ...SHAPE, uploader: uploaderOf(context.user) },
  )
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return name
}

/** Removes the caller's photo and then its file, if there is one. */
export async function removePhoto(context: Detached, folder: string): Promise<void> {
  const removed = await context.inTransaction((inside) => replace(inside, null))
  if (removed !== null) await discardPicture(context, folder, removed)
}

/** Sends a photo to its person and to staff; answers anyone else with a 404. */
export async function servePhoto(context: Detached, folder: string, name: string): Promise<void> {
  const owner = await context.inTransaction(({ tx }) => findOwnerOfPhoto(tx, name))
  if (!owner || (owner.id !== context.user.id && !context.user.permissions.has('clients.read')))
    throw new AppError('not_found', requestRefusals.notFound)
  await servePicture(context, folder, name, 'private, no-store')
}
