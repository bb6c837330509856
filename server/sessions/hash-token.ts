import { createHash } from 'node:crypto'

/** Returns the hash under which the database stores the token of a session or trusted device. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
