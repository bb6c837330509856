import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { discardPicture, servePicture, withPicture } from '#server/lib/stored-pictures.ts'
import { askerOf } from '#server/lib/staff-first-queue.ts'
import { changePhoto as setPhoto } from '#server/people/change-person.ts'
import { findOwnerOfPhoto, lockPerson } from '#server/people/find-person.ts'
import { callMessages } from '#shared/lib/call-messages.ts'

type Detached = DetachedContext<Principal>

/** The largest photo is drawn 96 pixels wide; screens have up to four device pixels to one. */
const SHAPE = { crop: 'square', maxSide: 384 } as const

/** Where a stored photo is read; null for none. */
export const photoAddress = (name: string | null): string | null => name && `/api/userphoto/${name}`

/** Puts another photo, or none, in the place of the own one; answers the one that was there. */
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

/** Sets the own photo; the old file goes once the change is kept. Throws a 422 for what is no picture. */
export async function changePhoto(context: Detached, folder: string, photo: File): Promise<string> {
  const { name, replaced } = await withPicture(
    folder,
    photo,
    'photo',
    async (stored) => ({ name: stored, replaced: await context.inTransaction((inside) => replace(inside, stored)) }),
    { ...SHAPE, asker: askerOf(context.user) },
  )
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return name
}

/** Removes the own photo, and then its file; without a photo nothing happens. */
export async function removePhoto(context: Detached, folder: string): Promise<void> {
  const removed = await context.inTransaction((inside) => replace(inside, null))
  if (removed !== null) await discardPicture(context, folder, removed)
}

/** Answers with a photo to the person themselves and to staff; to anyone else it does not exist (404). */
export async function servePhoto(context: Detached, folder: string, name: string): Promise<void> {
  const owner = await context.inTransaction(({ tx }) => findOwnerOfPhoto(tx, name))
  if (!owner || (owner.id !== context.user.id && !context.user.permissions.has('clients.read')))
    throw new AppError('not_found', callMessages.notFound)
  await servePicture(context, folder, name, 'private, no-store')
}
