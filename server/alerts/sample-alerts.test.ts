import { expect, onTestFinished, test } from 'vitest'
import { startSampleServer } from '#server/test/sample-server.ts'
import { addAlerts } from '../../scripts/sample-charts/add-alerts.ts'

test('the sample clinic has alerts about twelve clients, two of whom have booked a treatment that they should not have', async () => {
  const server = await startSampleServer({ isBusy: true })
  onTestFinished(() => server.close())
  const { now } = server.clock
  await addAlerts(server.db, now)
  const current = await server.db
    .selectFrom('client_alerts')
    .select('client_id')
    .distinct()
    .where('ended_at', 'is', null)
    .execute()
  expect(current).toHaveLength(12)
  const against = await server.db
    .selectFrom('client_alert_treatments')
    .innerJoin('client_alerts', 'client_alerts.id', 'client_alert_treatments.alert_id')
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.client_id', '=', 'client_alerts.client_id')
        .onRef('appointments.treatment_id', '=', 'client_alert_treatments.treatment_id'),
    )
    .select('client_alerts.id')
    .distinct()
    .where('appointments.starts_at', '>', now)
    .execute()
  expect(against).toHaveLength(2)
})
