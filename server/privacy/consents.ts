import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, ReadContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import type { Consent } from '#shared/privacy/contract.ts'
import * as queries from './queries.ts'

type Person = { id: string; name: string; role: string }

/** What a person has consented to, newest first. */
const consentsOf = async (tx: ReadTx, userId: string): Promise<Consent[]> =>
  (await queries.consentsOf(tx, userId)).map((row) => ({
    purpose: row.purpose,
    version: row.version,
    given_at: isoInManila(row.given_at),
    withdrawn_at: row.withdrawn_at && isoInManila(row.withdrawn_at),
  }))

/** Records and logs that a person accepted a version of the privacy notice; a repeated acceptance changes nothing. */
export async function acceptPrivacyNotice(context: Context, person: Person, version: string): Promise<void> {
  const isNew = await queries.insertConsent(context.tx, {
    id: newId(),
    user_id: person.id,
    purpose: 'privacy_notice',
    version,
    given_at: context.now,
  })
  if (!isNew) return
  const event = { type: 'privacy.notice.accepted', subjectId: person.id, parameters: { version } } as const
  await writeAuditLog(context, event, person)
}

export async function readConsents({ tx, user }: ReadContext<Principal>) {
  return { data: await consentsOf(tx, user.id), current_version: PRIVACY_NOTICE_VERSION }
}
