import type { Role } from '#shared/lib/endpoint.ts'
import { paths } from '#web/lib/paths.ts'

/** The list of clients in the area of the person's role. */
export const clientsPath = (role: Role): string => (role === 'cashier' ? paths.clients.cashier : paths.clients.admin)

export const clientPath = (role: Role, id: string): string => `${clientsPath(role)}/${id}`
