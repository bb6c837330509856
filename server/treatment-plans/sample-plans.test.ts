import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startSampleServer } from '#server/test/sample-server.ts'
import { treatmentPlansContract } from '#shared/treatment-plans/contract.ts'
import { addClientCards } from '../../scripts/sample-charts/add-client-cards.ts'
import { addPlans } from '../../scripts/sample-charts/add-plans.ts'

test('the sample clinic has 30 client cards of adults, and 15 treatment plans of which some are due', async () => {
  const server = await startSampleServer({ isBusy: true })
  onTestFinished(() => server.close())
  const { now } = server.clock
  await addClientCards(server.db, now)
  await addPlans(server.db, now)
  const cards = await server.db.selectFrom('client_details').selectAll().execute()
  expect(cards).toHaveLength(30)
  expect(cards.filter(({ birth_date }) => birth_date !== null && birth_date > '2008-01-01')).toEqual([])
  expect(cards.some(({ tags }) => tags.length > 0)).toBe(true)
  const plans = await server.db.selectFrom('treatment_plans').select(['client_id', 'ended_on']).execute()
  expect(plans).toHaveLength(15)
  expect(new Set(plans.map(({ client_id }) => client_id)).size).toBe(15)
  expect(plans.filter(({ ended_on }) => ended_on !== null)).toHaveLength(1)
  const cashier = await createUser(server.db, 'cashier')
  const due = await server.as(cashier.token)(treatmentPlansContract.due, { querystring: {} })
  expect(due.total).toBeGreaterThanOrEqual(5)
  expect(due.total).toBeLessThan(15)
})
