import { expect, test } from 'vitest'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { destinationAfterLogIn } from './after-log-in.ts'

const person = (user_role: Role, must_set_password = false): SessionPerson => ({
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Bianca Garcia',
  email: 'bianca@example.ph',
  contact_number: null,
  user_role,
  must_set_password,
})

test.each([
  ['client', '/'],
  ['cashier', '/cashier'],
  ['admin', '/dashboard'],
] as const)('a %s goes to %s', (role, home) => {
  expect(destinationAfterLogIn(person(role), null)).toBe(home)
})

test('a client goes back to the booking that was interrupted', () => {
  expect(destinationAfterLogIn(person('client'), '/BookAppointment')).toBe('/BookAppointment')
})

test('an address of another site is not followed', () => {
  expect(destinationAfterLogIn(person('client'), 'https://evil.example')).toBe('/')
  expect(destinationAfterLogIn(person('admin'), '//evil.example/dashboard')).toBe('/dashboard')
})

test('who has a first password chooses their own before anything else', () => {
  expect(destinationAfterLogIn(person('client', true), '/BookAppointment')).toBe('/choose-password')
})
