import { expect, test } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import { ROLES } from '#shared/users/roles.ts'
import { permissionsOf } from './permissions.ts'

const asked = new Set<string>(everyEndpoint.map((e) => e.access))

test('every permission is required by at least one endpoint', () => {
  const granted = new Set(ROLES.flatMap((role) => [...permissionsOf(role)]))
  expect([...granted].filter((permission) => !asked.has(permission))).toEqual([])
})

test('a client has no permission except those for the client’s own data', () => {
  expect([...permissionsOf('client')].filter((permission) => !permission.endsWith('.own'))).toEqual([])
})

test('an admin has all permissions except those of practitioners, a cashier has no administrative permissions', () => {
  const admin = permissionsOf('admin')
  // The only permission that admins lack, because an admin is no practitioner with visits.
  expect([...asked].filter((access) => access.includes('.') && !admin.has(access as never))).toEqual(['visits.own'])
  const cashier = permissionsOf('cashier')
  expect([...admin].filter((permission) => !cashier.has(permission)).sort()).toEqual([
    'api-keys.manage',
    'cash.manage',
    'catalogue.manage',
    'charts.read',
    'charts.sign',
    'charts.write',
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
  ])
})

test('a practitioner has access to own visits and to charts, and not to money, settings or the list of clients', () => {
  expect([...permissionsOf('practitioner')].sort()).toEqual([
    'alerts.read',
    'charts.read',
    'charts.sign',
    'charts.write',
    'client-cards.manage',
    'forms.collect',
    'visits.own',
  ])
})
