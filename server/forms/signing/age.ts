import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as views from './views.ts'

/** The birth date on the client card; null when the clinic does not know it. */
export const findBirthDate = async (tx: ReadTx, clientId: string): Promise<CivilDate | null> =>
  (await views.birthDateOf(tx, clientId))?.birth_date ?? null
