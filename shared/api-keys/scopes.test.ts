import { expect, test } from 'vitest'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { ROLES } from '#shared/users/roles.ts'
import { PEOPLE_ONLY, SCOPES } from './scopes.ts'

test('each permission is either a scope of API keys, or listed as one for people only', () => {
  const granted = new Set(ROLES.flatMap((role) => [...permissionsOf(role)]))
  expect([...SCOPES, ...PEOPLE_ONLY].toSorted()).toEqual([...granted].toSorted())
})
