import { sql, type Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { MailServers } from '#server/db/schema.ts'
import type { Security } from '#shared/messages/mail-server-contract.ts'

/** The mail server of a branch; undefined until it is set up. */
export const findMailServer = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('mail_servers')
    .selectAll()
    .where('branch_id', '=', branchId)
    .$narrowType<{ security: Security }>()
    .executeTakeFirst()

export type MailServerRow = NonNullable<Awaited<ReturnType<typeof findMailServer>>>

export async function hasMailServer(tx: ReadTx, branchId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('mail_servers')
    .select('branch_id')
    .where('branch_id', '=', branchId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Writes the mail server of a branch. Returns false if somebody has changed the mail server since version `seen`;
 * version 0 means that there was none.
 */
export async function writeMailServer(tx: Tx, row: Insertable<MailServers>, seen: number): Promise<boolean> {
  const { branch_id: _, ...values } = row
  const written = await tx
    .insertInto('mail_servers')
    .values({ ...row, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('branch_id')
        .doUpdateSet({ ...values, version: sql<number>`mail_servers.version + 1` })
        .where('mail_servers.version', '=', seen),
    )
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

export const deleteMailServer = (tx: Tx, branchId: string) =>
  tx.deleteFrom('mail_servers').where('branch_id', '=', branchId).execute()
