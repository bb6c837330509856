import type { Tx } from '#server/db/pool.ts'

export const updateLocation = (tx: Tx, userId: string, location: string | null) =>
  tx.updateTable('users').set({ location }).where('id', '=', userId).execute()
