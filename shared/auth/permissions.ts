import type { Role } from '#shared/lib/endpoint.ts'

const ofEveryAccount = ['appointments.own', 'sales.own'] as const

const ofStaff = [
  ...ofEveryAccount,
  'appointments.manage',
  'catalogue.read',
  'clients.manage',
  'clients.read',
  'closed-dates.manage',
  'sales.create',
  'sales.read',
  'search.use',
  'treatments.create',
] as const

const ofAdmin = [
  ...ofStaff,
  'catalogue.manage',
  'clients.merge',
  'clinic.manage',
  'dashboard.read',
  'history.read',
  'inventory.manage',
  'resources.manage',
  'sales.void',
  'users.manage',
] as const

/** What a caller may be allowed to do, named `<feature>.<verb>`. Every endpoint asks for one, or for none. */
export type Permission = (typeof ofAdmin)[number]

/** The only place that says what a role may do. */
const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  client: new Set(ofEveryAccount),
  cashier: new Set(ofStaff),
  admin: new Set(ofAdmin),
}

/** What an account of this role may do. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => permissionsByRole[role]
