import type { Role } from '#shared/people/role.ts'

const ofClient = ['appointments.own', 'sales.own'] as const

/**
 * The permissions for those parts of the clinical record that are outside of charts. All staff who work with clients
 * have them.
 */
const besideCharts = ['alerts.read', 'client-cards.manage', 'forms.collect'] as const

const ofCharts = ['charts.read', 'charts.sign', 'charts.write'] as const

const ofStaff = [
  ...ofClient,
  ...besideCharts,
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
  ...ofCharts,
  'api-keys.manage',
  'cash.manage',
  'catalogue.manage',
  'clients.merge',
  'clinic.manage',
  'dashboard.read',
  'exports.manage',
  'forms.manage',
  'history.read',
  'imports.manage',
  'inventory.manage',
  'messages.manage',
  'reports.read',
  'resources.manage',
  'sales.approve',
  'users.manage',
  'website.manage',
] as const

/** A practitioner sees only their own visits and the charts that the clinic opens to them, and no money or settings. */
const ofPractitioner = [...besideCharts, ...ofCharts, 'visits.own'] as const

/** A permission, named `<feature>.<verb>`. Every endpoint requires one or none. */
export type Permission = (typeof ofAdmin)[number] | (typeof ofPractitioner)[number]

/** The only definition of each role's permissions. */
const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  client: new Set(ofClient),
  practitioner: new Set(ofPractitioner),
  cashier: new Set(ofStaff),
  admin: new Set(ofAdmin),
}

/** The permissions of a role. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => permissionsByRole[role]
