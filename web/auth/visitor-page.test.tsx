import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionContract } from '#shared/auth/session-contract.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { answer, asked, drawScreen, personOfRole } from '#web/test/screen.tsx'
import { visitorPage } from './visitor-page.tsx'

const Page = visitorPage(() => <h1>For visitors</h1>)
const clinic = { setup: false } as unknown as PublicClinic

beforeEach(() => {
  document.cookie = 'csrf_token=any'
  answer(sessionContract.session, { user: personOfRole('cashier') })
  // The browser of the tests leaves no document, and says so.
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  document.cookie = 'csrf_token=; max-age=0'
  window.history.replaceState(null, '', '/')
})

const asksWhoIsThere = `${sessionContract.session.method} ${sessionContract.session.url}`

test.each(['/login', '/login#anything', '/reset-password', '/reset-password#'])(
  'whoever is logged in is looked for at %s, and goes home',
  async (address) => {
    window.history.replaceState(null, '', address)
    drawScreen(<Page clinic={clinic} />)
    await expect.poll(() => asked).toContain(asksWhoIsThere)
  },
)

test('a one-time link stays open where somebody is logged in', async () => {
  window.history.replaceState(null, '', '/reset-password#a-token-of-somebody-else')
  drawScreen(<Page clinic={clinic} />)
  expect(await screen.findByText('For visitors')).toBeTruthy()
  // As when another tab logs in, or the Back button shows the page again.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).toEqual([])
})
