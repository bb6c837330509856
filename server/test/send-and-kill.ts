import { killAfterCommit } from './kill-after-commit.ts'
import type { TestServer } from './server.ts'
import { startMain } from './start-main.ts'

type SentCall = { url: string; body: object; key: string; token: string }

/** Sends a POST with its idempotency key to a new process, which is killed as soon as the call is committed. */
export async function sendAndKill({ db, database, uploadsDir }: TestServer, call: SentCall): Promise<void> {
  const isRecorded = async () =>
    (await db.selectFrom('idempotency_keys').select('key').where('key', '=', call.key).execute()).length === 1
  const dying = startMain({
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.ownerUrl,
    DATA_DIR: uploadsDir,
  })
  const address = new URL(call.url, await dying.address)
  const headers = {
    authorization: `Bearer ${call.token}`,
    'content-type': 'application/json',
    'idempotency-key': call.key,
  }
  const send = () => fetch(address, { method: 'POST', headers, body: JSON.stringify(call.body) })
  await killAfterCommit(dying, send, isRecorded)
}
