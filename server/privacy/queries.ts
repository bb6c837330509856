import { sql, type Insertable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Consents, NewsChoices } from '#server/db/schema.ts'

export const consentsOf = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('consents')
    .select(['purpose', 'version', 'given_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Writes a person's consent unless it exists; returns true if it is new. */
export async function insertConsent(tx: Tx, row: Insertable<Consents>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose', 'version']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const insertNewsChoice = (tx: Tx, row: Insertable<NewsChoices>) =>
  tx.insertInto('news_choices').values(row).execute()

/** The answers about news in all records of one person, newest first, with the name of who entered each. */
export const newsChoicesOf = (tx: ReadTx, personIds: readonly string[]) =>
  tx
    .selectFrom('news_choices')
    .leftJoin('users', 'users.id', 'news_choices.chosen_by')
    .select(['channel', 'is_wanted', 'chosen_at', 'chosen_where', 'chosen_by', 'person_id', 'users.name as by'])
    .where('person_id', 'in', personIds)
    .orderBy('chosen_at', 'desc')
    .orderBy('news_choices.id', 'desc')
    .execute()

export const wantsNews = async (tx: ReadTx, personId: string, channel: string): Promise<boolean> =>
  (await sql<{ wants: boolean }>`select wants_news(${personId}, ${channel}) as wants`.execute(tx)).rows[0]!.wants
