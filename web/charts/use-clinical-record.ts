import { permissionsOf, type Permission } from '#shared/auth/permissions.ts'
import { usePerson } from '#web/lib/session/session.ts'

/** True if the clinic keeps charts. */
export const useClinicalRecord = (): boolean => usePerson().clinical_record === true

/** True if the clinic keeps charts and the person has this permission, such as `charts.read`. */
export function useMayUseCharts(permission: Permission): boolean {
  const person = usePerson()
  return person.clinical_record === true && permissionsOf(person.user_role).has(permission)
}
