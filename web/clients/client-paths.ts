import type { Role } from '#shared/people/role.ts'
import { paths } from '#web/lib/paths.ts'

/** The part of the app, admin or cashier, in which the role sees appointments, clients and transactions. */
export const areaOf = (role: Role): 'admin' | 'cashier' => (role === 'cashier' ? 'cashier' : 'admin')

/** The path of the client list for the role. */
export const clientsPath = (role: Role): string => paths.clients[areaOf(role)]

export const clientPath = (role: Role, id: string): string => `${clientsPath(role)}/${id}`
