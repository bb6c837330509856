import type { Role } from '#shared/lib/endpoint.ts'
import { areaOf, paths } from '#web/lib/paths.ts'

/** The list of clients in the area of the person's role. */
export const clientsPath = (role: Role): string => paths.clients[areaOf(role)]

export const clientPath = (role: Role, id: string): string => `${clientsPath(role)}/${id}`
