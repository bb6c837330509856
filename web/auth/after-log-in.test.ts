import { expect, test } from 'vitest'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import type { Role } from '#shared/people/role.ts'
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
  ['practitioner', '/my-day'],
  ['admin', '/dashboard'],
] as const)('after logging in, a user with the role %s gets to %s', (role, home) => {
  expect(destinationAfterLogIn(person(role), null)).toBe(home)
})

test('after logging in, a client returns to the interrupted booking', () => {
  expect(destinationAfterLogIn(person('client'), '/BookAppointment')).toBe('/BookAppointment')
})

test('after logging in, a requested page of another site is not opened', () => {
  expect(destinationAfterLogIn(person('client'), 'https://evil.example')).toBe('/')
  expect(destinationAfterLogIn(person('admin'), '//evil.example/dashboard')).toBe('/dashboard')
})

test('after logging in with a default password, a user must first choose another password', () => {
  expect(destinationAfterLogIn(person('client', true), null)).toBe('/choose-password')
  expect(destinationAfterLogIn(person('client', true), 'https://evil.example')).toBe('/choose-password')
})

test('after choosing a new password a client returns to the interrupted booking', () => {
  const to = destinationAfterLogIn(person('client', true), '/BookAppointment?service=1')
  expect(to).toBe('/choose-password?next=%2FBookAppointment%3Fservice%3D1')
  const { searchParams } = new URL(to, 'https://clinic.example')
  expect(destinationAfterLogIn(person('client'), searchParams.get('next'))).toBe('/BookAppointment?service=1')
})

test('a user who must set up a second factor does so first, and then gets to the requested page', () => {
  const cashier = { ...person('cashier'), second_factor: 'required' as const }
  expect(destinationAfterLogIn(cashier, null)).toBe('/two-step-log-in')
  expect(destinationAfterLogIn(cashier, '/cashier/clients')).toBe('/two-step-log-in?next=%2Fcashier%2Fclients')
  expect(destinationAfterLogIn({ ...cashier, must_set_password: true }, null)).toBe('/choose-password')
})
