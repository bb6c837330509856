import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { BookChecks } from '#server/db/schema.ts'

export const insertCheck = (tx: Tx, row: Insertable<BookChecks>) => tx.insertInto('book_checks').values(row).execute()
