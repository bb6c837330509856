import type { Role } from '#shared/people/role.ts'
import { paths } from '#web/lib/paths.ts'

/** Where the pages of appointments, clients and transactions stand for a role. */
export const areaOf = (role: Role): 'admin' | 'cashier' => (role === 'cashier' ? 'cashier' : 'admin')

/** The list of clients in the area of the person's role. */
export const clientsPath = (role: Role): string => paths.clients[areaOf(role)]

export const clientPath = (role: Role, id: string): string => `${clientsPath(role)}/${id}`
