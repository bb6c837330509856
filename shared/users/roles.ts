import type { Role } from '#shared/people/role.ts'

export const ROLES = ['client', 'practitioner', 'cashier', 'admin'] as const satisfies Role[]

/** The start page of each role. */
export const homeOf: Record<Role, string> = {
  admin: '/dashboard',
  cashier: '/cashier',
  practitioner: '/my-day',
  client: '/clientDashboard',
}

export const isStaff = (role: Role): boolean => role !== 'client'
