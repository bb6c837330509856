import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { MAX_WEBHOOKS, type Webhook, type webhooksContract } from '#shared/webhooks/contract.ts'
import { webhookEvents } from '#shared/webhooks/events.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import * as queries from './queries.ts'
import { isPrivateHost, type SendOptions } from './send-request.ts'
import { createWebhookSecret } from './sign-request.ts'
import * as views from './views.ts'

type By = Context<Principal>
type Fields = Parsed<typeof webhooksContract.create>['body']
type WithSecret = Answer<typeof webhooksContract.create>['data']

const DAY_MS = 86_400_000

const present = (row: views.WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as Webhook['events'],
  is_on: row.is_on,
  stopped_because: row.stopped_because,
  failing_since: row.failing_since && isoInManila(row.failing_since),
  paused_until: row.paused_until && isoInManila(row.paused_until),
  last_tried_at: row.last_tried_at && isoInManila(row.last_tried_at),
  status: row.last_status,
  error: row.last_error as Webhook['error'],
  waiting: row.waiting,
  created_at: isoInManila(row.created_at),
  created_by: row.created_by_name,
  version: row.version,
})

/** An address can contain a secret of the receiver, so the history log names only its host. */
export const hostOf = ({ url }: { url: string }): { host: string } => ({ host: new URL(url).host })

export const listWebhooks = async ({ tx }: ReadContext): Promise<Webhook[]> =>
  (await views.listWebhooks(tx)).map(present)

async function readWebhook({ tx }: ReadContext, id: string): Promise<Webhook> {
  const row = await views.webhookById(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return present(row)
}

export async function lockWebhook({ tx }: By, id: string): Promise<queries.LockedWebhook> {
  const row = await queries.lockWebhook(tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}

/**
 * Throws a 422 for an address with http or in a private network, unless an environment variable allows such addresses.
 */
function requireAllowed(url: string, { allowsPrivate }: SendOptions): void {
  if (allowsPrivate) return
  if (!url.startsWith('https:')) throw invalid('url', s.urlNotSecure)
  if (isPrivateHost(url)) throw invalid('url', s.urlPrivate)
}

/** Adds a webhook and returns it with its secret, which nobody can read again. */
export async function createWebhook(context: By, fields: Fields, options: SendOptions): Promise<WithSecret> {
  const { tx, now, user } = context
  requireAllowed(fields.url, options)
  await queries.lockList(tx)
  if ((await views.countWebhooks(tx)) >= MAX_WEBHOOKS) throw new AppError('conflict', s.tooMany)
  const [id, secret] = [newId(), createWebhookSecret()]
  const by = { created_at: now, created_by: user.id, created_by_name: user.name }
  await queries.insertWebhook(tx, { ...fields, ...by, id, secret })
  await writeAuditLog(context, {
    type: 'webhooks.webhook.added',
    subjectId: id,
    parameters: { ...hostOf(fields), events: fields.events },
  })
  return { ...(await readWebhook(context, id)), secret }
}

export async function changeWebhook(context: By, id: string, fields: Fields, options: SendOptions): Promise<Webhook> {
  requireAllowed(fields.url, options)
  await lockWebhook(context, id)
  const before = await readWebhook(context, id)
  const namesOf = ({ events, ...rest }: Fields) => ({ ...rest, events: events.join(', ') })
  const { url, description, events } = before
  const changes = changesBetween(
    webhookEvents['webhooks.webhook.changed'],
    namesOf({ url, description, events }),
    namesOf(fields),
  )
  if (changes.length === 0) return before
  requireVersion(context, before)
  await queries.changeWebhook(context.tx, id, fields)
  await writeAuditLog(context, { type: 'webhooks.webhook.changed', subjectId: id, parameters: hostOf(fields), changes })
  return readWebhook(context, id)
}

/** Switches a webhook on or off. Events that have waited are sent at once when it is switched on. */
export async function switchWebhook(context: By, id: string, isOn: boolean): Promise<Webhook> {
  const { tx, now } = context
  const webhook = await lockWebhook(context, id)
  // A webhook that Mutya has stopped is already off; switching it off again removes the notice from the dashboard.
  if (webhook.is_on === isOn && webhook.stopped_because === null) return readWebhook(context, id)
  await queries.updateWebhook(tx, id, { is_on: isOn, stopped_because: null, ...queries.healthy })
  if (isOn) await queries.resume(tx, id, now)
  const type = isOn ? 'webhooks.webhook.switched-on' : 'webhooks.webhook.switched-off'
  await writeAuditLog(context, { type, subjectId: id, parameters: hostOf(webhook) })
  return readWebhook(context, id)
}

/** Gives a webhook a new secret. The previous secret signs requests as well for a day. */
export async function renewSecret(context: By, id: string): Promise<WithSecret> {
  const { tx, now } = context
  const webhook = await lockWebhook(context, id)
  const secret = createWebhookSecret()
  await queries.updateWebhook(tx, id, {
    secret,
    previous_secret: webhook.secret,
    previous_secret_until: new Date(now.getTime() + DAY_MS),
  })
  await writeAuditLog(context, { type: 'webhooks.secret.renewed', subjectId: id, parameters: hostOf(webhook) })
  return { ...(await readWebhook(context, id)), secret }
}

/** Deletes a webhook with its events, sent or not. */
export async function deleteWebhook(context: By, id: string): Promise<void> {
  const webhook = await lockWebhook(context, id)
  await queries.deleteWebhook(context.tx, id)
  await writeAuditLog(context, { type: 'webhooks.webhook.deleted', subjectId: id, parameters: hostOf(webhook) })
}
