import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { ownProfile as profile } from '#web/test/own-profile.ts'
import { answer, drawScreen, sentBodies } from '#web/test/screen.tsx'
import ProfilePage from './profile-page.tsx'

test('a client who has not accepted the current privacy notice is asked once in the profile, and can use everything meanwhile', async () => {
  const current = { current_version: PRIVACY_NOTICE_VERSION }
  answer(privacyContract.consents, { data: [], ...current })
  answer(profileContract.read, { data: profile })
  const { person } = drawScreen(<ProfilePage />, { role: 'client', at: '/Profile' })
  const strip = await screen.findByRole('region', { name: 'Please read our privacy notice' })
  const notice = within(strip).getByRole('link', { name: /^Privacy notice/ })
  expect(notice.getAttribute('href')).toBe('/privacy')
  const edit = screen.getByRole('button', { name: 'Edit Profile' })
  await waitFor(() => expect(edit.getAttribute('aria-disabled')).not.toBe('true'))
  const given_at = '2026-12-01T09:00:00+08:00'
  const given = { purpose: 'privacy_notice' as const, version: PRIVACY_NOTICE_VERSION, given_at, withdrawn_at: null }
  answer(privacyContract.give, { data: [given], ...current })
  answer(privacyContract.consents, { data: [given], ...current })
  await person.click(within(strip).getByRole('button', { name: 'I have read the notice' }))
  await screen.findByText('You read the version of Nov 23, 2026 on Dec 1, 2026.')
  expect(screen.queryByRole('region', { name: 'Please read our privacy notice' })).toBeNull()
  expect(sentBodies).toEqual([{ privacy_version: PRIVACY_NOTICE_VERSION }])
})

test('the tabs of the profile say what they show', async () => {
  answer(profileContract.read, { data: profile })
  drawScreen(<ProfilePage />, { role: 'client', at: '/Profile' })
  expect(screen.getByRole('tab', { name: /^My Appointments/ }).textContent).toContain('Manage your bookings')
  expect(screen.getByRole('tab', { name: /^Transaction History/ }).textContent).toContain('View payment records')
  expect(await screen.findByText('Member since Nov 21, 2026')).toBeTruthy()
})
