import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { queryClient, query } from '#web/lib/query.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, answerLater, drawScreen } from '#web/test/screen.tsx'
import SetupPage from './setup-page.tsx'

const kept = () => queryClient.getQueryData(query(clinicContract.read, {}).queryKey)

test('after the set-up the cached profile of the clinic, which still has no name, is discarded at once', async () => {
  answer(clinicContract.read, { data: { ...profile, name: '', needs_setup: true }, sends_email: false })
  const { person } = drawScreen(<SetupPage />, { at: '/setup' })
  await expect.poll(kept).toBeDefined()
  const typed: [RegExp, string][] = [
    [/^One-time code/, 'AAAA-BBBB-CCCC'],
    [/^Clinic name/, 'Perlas Clinic'],
    [/^Address/, '12 Scout Street, Quezon City'],
    [/^Phone/, '+63 2 8555 0100'],
    [/^Clinic email/, 'hello@clinic.test'],
    [/^Full Name/, 'Isabel Reyes'],
    [/^Email/, 'admin@clinic.test'],
    [/^Password/, 'correct horse battery'],
  ]
  for (const [field, text] of typed) await person.type(screen.getAllByLabelText(field)[0]!, text)
  const named = { id: sampleId(9), name: 'Isabel Reyes', email: 'admin@clinic.test' }
  const user = { ...named, contact_number: null, user_role: 'admin' as const, must_set_password: false }
  answer(authContract.setup, { token: 'token', user })
  const readAgain = answerLater(clinicContract.read, { data: profile, sends_email: false })
  await person.click(screen.getByRole('button', { name: s.setUp }))
  await screen.findByText(s.setupDone)
  expect(kept()).toBeUndefined()
  readAgain()
})
