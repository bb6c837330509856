import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { startSampleServer } from '#server/test/sample-server.ts'
import { answersOf, missingAnswers, type FormAnswers } from '#shared/forms/answers.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { addForms } from '../../scripts/sample-charts/add-forms.ts'
import { addSignedForms } from '../../scripts/sample-charts/add-signed-forms.ts'
import { checkCopies } from './signing/check-copies.ts'
import { missingForms } from './public.ts'

test('in the sample clinic at least twenty clients have signed three forms each, without a missing answer, and one client has an upcoming visit that lacks a form', async () => {
  const server = await startSampleServer({ isBusy: true })
  onTestFinished(() => server.close())
  const { db, clock } = server
  await addForms(db, clock.now)
  await addSignedForms(db, clock.now)
  const copies = await db
    .selectFrom('signed_forms')
    .select(['client_id', 'content', 'answers'])
    .$narrowType<{ content: FormContent; answers: FormAnswers }>()
    .execute()
  const clients = new Set(copies.map(({ client_id }) => client_id)).size
  expect(clients).toBeGreaterThanOrEqual(20)
  expect(copies).toHaveLength(clients * 3)
  for (const { content, answers } of copies) {
    expect(answersOf(content).safeParse(answers).error).toBeUndefined()
    expect(missingAnswers(content, answers)).toEqual([])
  }
  expect((await inSnapshot(db, (tx) => checkCopies(tx, MAIN_BRANCH_ID))).findings).toEqual([])
  const ahead = await db
    .selectFrom('appointments')
    .select('id')
    .where('starts_at', '>', clock.now)
    .where('status', '<>', 'cancelled')
    .execute()
  const appointmentIds = ahead.map(({ id }) => id)
  const missing = await inSnapshot(db, (tx) => missingForms(tx, { branchId: MAIN_BRANCH_ID, appointmentIds }))
  const waiting = missing.filter(({ forms }) => forms.length > 0)
  expect(new Set(waiting.map(({ client_id }) => client_id)).size).toBe(1)
})
