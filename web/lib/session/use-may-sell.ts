import { permissionsOf } from '#shared/auth/permissions.ts'
import { homeOf } from '#shared/users/roles.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from './session.tsx'

/** Whether this person sells at the till: they have the permission, and the page of the till opens to them. */
export function useMaySell(): boolean {
  const role = useRole()
  return permissionsOf(role).has('sales.create') && homeOf[role] === paths.till
}
