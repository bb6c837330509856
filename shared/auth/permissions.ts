import type { Role } from '#shared/people/role.ts'

const ofClient = ['appointments.own', 'sales.own'] as const

const ofStaff = [
  ...ofClient,
  'appointments.manage',
  'cash.use',
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
  'cash.manage',
  'catalogue.manage',
  'clients.merge',
  'clinic.manage',
  'dashboard.read',
  'history.read',
  'inventory.manage',
  'messages.manage',
  'reports.read',
  'resources.manage',
  'sales.approve',
  'users.manage',
  'website.manage',
] as const

/** A practitioner sees the own visits, and neither money nor settings nor anybody else's clients. */
const ofPractitioner = ['visits.own'] as const

/** What a caller may be allowed to do, named `<feature>.<verb>`. Every endpoint asks for one, or for none. */
export type Permission = (typeof ofAdmin)[number] | (typeof ofPractitioner)[number]

/** The only place that says what a role may do. */
const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  client: new Set(ofClient),
  practitioner: new Set(ofPractitioner),
  cashier: new Set(ofStaff),
  admin: new Set(ofAdmin),
}

/** What an account of this role may do. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => permissionsByRole[role]
