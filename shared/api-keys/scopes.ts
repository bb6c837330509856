import type { Permission } from '#shared/auth/permissions.ts'

/** Every API key begins with this, so that people and scanners of leaked secrets recognize it. */
export const API_KEY_PREFIX = 'mutya_'

/** The permissions that an API key can have, in the groups in which the screen shows them. */
export const SCOPE_GROUPS = {
  appointments: ['appointments.manage', 'appointments.own', 'closed-dates.manage', 'resources.manage'],
  sales: ['sales.create', 'sales.read', 'sales.own', 'cash.use', 'cash.manage', 'inventory.manage'],
  services: ['catalogue.read', 'catalogue.manage', 'treatments.create'],
  clients: ['clients.read', 'clients.manage', 'clients.merge', 'client-cards.manage', 'search.use'],
  record: ['alerts.read', 'charts.read', 'charts.write', 'forms.collect', 'forms.manage'],
  clinic: ['clinic.manage', 'dashboard.read', 'reports.read', 'history.read', 'messages.manage', 'website.manage'],
} as const satisfies Record<string, readonly Permission[]>

export type ScopeGroup = keyof typeof SCOPE_GROUPS
/** A permission that an API key can have. */
export type Scope = (typeof SCOPE_GROUPS)[ScopeGroup][number]

/**
 * Permissions of people that no API key can have: log-ins and keys, signatures and approvals, an export of all data,
 * imports, and a practitioner's own visits.
 */
export const PEOPLE_ONLY = [
  'api-keys.manage',
  'charts.sign',
  'exports.manage',
  'imports.manage',
  'sales.approve',
  'users.manage',
  'visits.own',
] as const satisfies readonly Exclude<Permission, Scope>[]

/** Every scope, in the order of the screen. */
export const SCOPES = Object.values(SCOPE_GROUPS).flat() as [Scope, ...Scope[]]

export const isScope = (access: string): access is Scope => (SCOPES as readonly string[]).includes(access)
