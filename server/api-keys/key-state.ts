import type { ApiKey } from '#shared/api-keys/contract.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Role } from '#shared/people/role.ts'

type Key = { revoked_at: Date | null; expires_at: Date | null; role: Role; closed_at: Date | null }

/** A key works as long as its creator may manage keys, because it acts for this person (decision 114). */
export function keyStateOf({ revoked_at, expires_at, role, closed_at }: Key, now: Date): ApiKey['state'] {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && expires_at <= now) return 'expired'
  return closed_at === null && permissionsOf(role).has('api-keys.manage') ? 'active' : 'stopped'
}
