import { permissionsOf } from '#shared/auth/permissions.ts'
import { homeOf } from '#shared/users/roles.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from './session.ts'

/** True when this person can sell: they have the permission, and the till's page is open to them. */
export function useMaySell(): boolean {
  const role = useRole()
  return permissionsOf(role).has('sales.create') && homeOf[role] === paths.till
}
