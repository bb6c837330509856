import type { Role } from '#shared/people/role.ts'

/**
 * The access matrix says who may make which call. It is written by hand from the clinic's rules and not derived from
 * the contracts, so that a mistake in a contract shows as a difference.
 */
export type Caller = 'anonymous' | Role
export type Row = { call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`; may: readonly Caller[] }

export const everyone = ['anonymous', 'client', 'practitioner', 'cashier', 'admin'] as const
export const loggedIn = ['client', 'practitioner', 'cashier', 'admin'] as const
/** Roles that can book and buy for themselves; a practitioner's account is only for work. */
export const own = ['client', 'cashier', 'admin'] as const
export const practitioner = ['practitioner'] as const
export const staff = ['cashier', 'admin'] as const
export const admin = ['admin'] as const
/** The roles that see alerts and missing forms, and hand over the tablet. */
export const careTeam = ['practitioner', 'cashier', 'admin'] as const
/** The roles that read and write charts. */
export const clinicians = ['practitioner', 'admin'] as const
