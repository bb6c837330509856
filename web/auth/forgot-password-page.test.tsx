import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { profile } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'

const clinic = publicClinic({ ...profile, phone: '+63 2 8555 0100', email: 'hello@clinic.test' })

test('the page for a forgotten password says that the clinic sends no email, and names whom to ask', async () => {
  answer(clinicContract.read, { data: profile, sends_email: false })
  drawScreen(<ForgotPasswordPage clinic={clinic} />, { at: '/forgot-password' })
  await screen.findByText('This clinic sends no email.', { exact: false })
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Call +63 2 8555 0100')).toBe('tel:+63285550100')
  expect(addressOf('Write to hello@clinic.test')).toBe('mailto:hello@clinic.test')
  expect(addressOf('Back to log in')).toBe('/login')
  expect(screen.queryByRole('textbox')).toBeNull()
})
