import { inTransaction } from '#server/db/transactions.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { deliver } from '#server/messages/deliver.ts'
import type { Mail } from '#server/messages/transport/mailer.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#server/test/webhook-receiver.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { webhooksContract as contract, type Delivery, type Webhook } from '#shared/webhooks/contract.ts'
import type { ChosenEvent } from '#shared/webhooks/event-names.ts'
import { sendDeliveries, type WebhookServices } from './send-deliveries.ts'

export const [MINUTE, HOUR] = [60_000, 3_600_000]
export const RECORD = '01900000-0000-7000-8000-00000000aaaa'
export const OTHER_RECORD = '01900000-0000-7000-8000-00000000bbbb'

type Added = Output<typeof contract.create>['data']

export type WebhookClinic = {
  server: TestServer
  receiver: WebhookReceiver
  asAdmin: Caller
  services: WebhookServices
  /** Adds a webhook that sends to the receiver, at an address that no other webhook has. */
  add: (events?: ChosenEvent[]) => Promise<Added>
  /** Logs that a product has changed. */
  change: (recordId?: string) => Promise<void>
  /** Runs the job of a webhook once. */
  send: (webhook: { id: string }) => Promise<void>
  read: (webhook: { id: string }) => Promise<Webhook>
  /** The events of a webhook, oldest first. */
  deliveries: (webhook: { id: string }) => Promise<Delivery[]>
  /** Sends all queued messages, and returns every e-mail of the clinic. */
  sentMails: () => Promise<Mail[]>
  pass: (milliseconds: number) => void
  close: () => Promise<void>
}

async function deliverAll({ appDb: db, clock }: TestServer, mails: Mail[]): Promise<void> {
  const mailer = {
    send: async (mail: Mail) => void mails.push(mail),
    verify: async () => undefined,
    close: () => undefined,
  }
  const logFailure = (reason: string) => {
    throw new Error(reason)
  }
  const services = { db, clock: () => clock.now, publicUrl: undefined, mailer, sms: undefined, pauses: [], logFailure }
  const queued = await db.selectFrom('messages').select('id').where('state', '=', 'queued').execute()
  for (const { id } of queued) await deliver(services, id, new AbortController().signal)
}

/** A clinic with a receiver on this machine. Events are sent only when a test says so, because the jobs do not run. */
export async function openWebhookClinic(): Promise<WebhookClinic> {
  const receiver = await startWebhookReceiver()
  const server = await startTestServer({ allowsPrivateWebhooks: true })
  const { appDb: db, clock } = server
  const admin = await createUser(server.db, 'admin', { name: 'Ada Admin' })
  const asAdmin = server.as(admin.token)
  const services = { db, clock: () => clock.now, channels: { email: true, sms: false }, allowsPrivate: true }
  let added = 0
  const mails: Mail[] = []
  return {
    server,
    receiver,
    asAdmin,
    services,
    add: async (events = ['product.changed']) =>
      (await asAdmin(contract.create, { body: { url: `${receiver.url}/${++added}`, description: null, events } })).data,
    change: (subjectId = RECORD) =>
      inTransaction(db, (tx) =>
        writeSystemLog(tx, clock.now, {
          type: 'inventory.product.changed',
          subjectId,
          parameters: { name: 'Secret Serum' },
          changes: [{ field: 'quantity', from: 3, to: 2 }],
        }),
      ),
    send: ({ id }) => sendDeliveries(services, id, new AbortController().signal),
    read: async ({ id }) => (await asAdmin(contract.list, {})).data.find((one) => one.id === id)!,
    deliveries: async ({ id }) =>
      (await asAdmin(contract.deliveries, { querystring: { webhook_id: id, per_page: 100 } })).data.toReversed(),
    sentMails: async () => {
      await deliverAll(server, mails)
      return mails
    },
    pass: (milliseconds) => {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    close: async () => {
      await server.close()
      await receiver.close()
    },
  }
}
