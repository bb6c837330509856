import { sql } from 'kysely'

/** How often the paper of an account of money paid ahead was printed or saved; `account` is the column with its id. */
export const printCountOf = (account: string) =>
  sql<number>`(select count(*) from prepaid_prints where prepaid_prints.account_id = ${sql.ref(account)})::int`
