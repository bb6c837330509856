import { expect, onTestFinished, test } from 'vitest'
import { withClient } from '#server/backup/backup-fixture.ts'
import { startMain } from '#server/test/start-main.ts'
import { openWebhookClinic, OTHER_RECORD, RECORD } from './webhook-fixture.ts'
import { recoverWebhooks } from './public.ts'

test('after kill -9 in the middle of a webhook request another process sends the event again with the same id, and the later events in order', async () => {
  const clinic = await openWebhookClinic()
  onTestFinished(() => clinic.close())
  const { server, receiver, services } = clinic
  const { database, uploadsDir } = server
  server.clock.now = new Date()
  const webhook = await clinic.add()
  for (const record of [RECORD, RECORD, OTHER_RECORD]) await clinic.change(record)
  const start = () =>
    startMain({
      DATABASE_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.ownerUrl,
      DATA_DIR: uploadsDir,
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
      LOG_LEVEL: 'error',
    })

  receiver.answerWith(() => 'hang')
  const first = start()
  await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBe(1)
  first.process.kill('SIGKILL')
  await first.exited
  receiver.answerWith(() => 200)
  // Simulates that the lease of the dead process has expired.
  await withClient(database.ownerUrl, (owner) =>
    owner.query(`update webhook_endpoints set leased_until = leased_until - interval '1 minute'`),
  )
  await recoverWebhooks(services)
  start()
  const sent = async () => (await clinic.deliveries(webhook)).filter(({ state }) => state === 'sent').length
  await expect.poll(sent, { timeout: 120_000 }).toBe(3)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids.slice(0, 2)).toEqual([ids[0], ids[0]])
  expect(new Set(ids.slice(1)).size).toBe(3)
  expect(receiver.received.map(({ body }) => body.data.id)).toEqual([RECORD, RECORD, RECORD, OTHER_RECORD])
})
