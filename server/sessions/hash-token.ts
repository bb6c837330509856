import { createHash } from 'node:crypto'

/** What the database stores of a session's or browser's token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
