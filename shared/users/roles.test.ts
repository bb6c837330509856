import { expect, test } from 'vitest'
import { homeOf, isStaff, ROLES } from './roles.ts'

test('everybody but a client is staff', () => {
  expect(ROLES.filter(isStaff)).toEqual(['practitioner', 'cashier', 'admin'])
})

test('after the log-in each role starts on a page of its own', () => {
  expect(ROLES.map((role) => [role, homeOf[role]])).toEqual([
    ['client', '/clientDashboard'],
    ['practitioner', '/my-day'],
    ['cashier', '/cashier'],
    ['admin', '/dashboard'],
  ])
})
