import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ApiKey, apiKeysContract } from '#shared/api-keys/contract.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import type { Scope } from '#shared/api-keys/scopes.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { addDays, instantOf, isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { keyStateOf } from './key-state.ts'
import { createKeyToken, hashKeyToken } from './key-token.ts'
import * as queries from './queries.ts'

type By = Context<Principal>

/** A key works until the end of its last day. */
const expiryOf = (lastDay: string): Date => instantOf(addDays(lastDay, 1), '00:00:00')
const lastDayOf = (expiresAt: Date): string => addDays(manilaDate(expiresAt), -1)

const present = (row: queries.KeyRow, now: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  state: keyStateOf(row, now),
  created_at: isoInManila(row.created_at),
  created_by: row.created_by_name,
  expires_on: row.expires_at && lastDayOf(row.expires_at),
  last_used_at: row.last_used_at && isoInManila(row.last_used_at),
  revoked_at: row.revoked_at && isoInManila(row.revoked_at),
})

/** Lists all keys: first those that still work, then the rest. In both groups the newest comes first. */
export async function listKeys({ tx, now }: ReadContext): Promise<ApiKey[]> {
  const keys = (await queries.listKeys(tx)).map((row) => present(row, now))
  const [working, others] = [
    keys.filter(({ state }) => state === 'active'),
    keys.filter(({ state }) => state !== 'active'),
  ]
  return [...working, ...others]
}

/** Creates a key with scopes that its creator has, and returns it with its token, which nobody can read again. */
export async function createKey(
  context: By,
  { name, scopes, expires_on }: Parsed<typeof apiKeysContract.create>['body'],
): Promise<Answer<typeof apiKeysContract.create>['data']> {
  const { tx, now, user } = context
  if (scopes.some((scope) => !user.permissions.has(scope))) throw invalid('scopes', s.scopeBeyond)
  if (expires_on !== null && expires_on <= manilaDate(now)) throw invalid('expires_on', s.expiryPassed)
  const key = createKeyToken()
  const id = newId()
  await queries.insertKey(tx, {
    id,
    name,
    token_hash: hashKeyToken(key),
    scopes,
    created_at: now,
    created_by: user.id,
    created_by_name: user.name,
    expires_at: expires_on === null ? null : expiryOf(expires_on),
  })
  await writeAuditLog(context, {
    type: 'api-keys.key.created',
    subjectId: id,
    parameters: { name, scopes, expires_on },
  })
  return { ...(await readKey(context, id)), key }
}

async function readKey({ tx, now }: By, id: string): Promise<ApiKey> {
  const row = await queries.readKey(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return present(row, now)
}

/** Ends the access of a key. Revoking it again changes nothing. */
export async function revokeKey(context: By, id: string): Promise<ApiKey> {
  const isNew = await queries.revokeKey(context.tx, id, context.now)
  const key = await readKey(context, id)
  if (isNew)
    await writeAuditLog(context, { type: 'api-keys.key.revoked', subjectId: id, parameters: { name: key.name } })
  return key
}
