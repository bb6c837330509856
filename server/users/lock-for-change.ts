import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { lockAdmins, lockPerson, type Person } from '#server/people/find-person.ts'
import { userMessages as s } from '#shared/users/messages.ts'

/** Locks all active admins and then the account; throws when the clinic would have no admin left. */
export async function lockForChange(context: Context, id: string, staysAdmin: boolean): Promise<Person> {
  const admins = await lockAdmins(context.tx)
  const user = await lockPerson(context.tx, id)
  if (!user) throw new AppError('not_found', s.notFound)
  if (user.role === 'admin' && !staysAdmin && admins.every((admin) => admin.id === id))
    throw new AppError('conflict', s.lastAdmin)
  return user
}
