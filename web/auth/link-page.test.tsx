import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import UnsubscribePage from '#web/messages/unsubscribe-page.tsx'
import VisitLinkPage from '#web/profile/visit-link-page.tsx'
import { profile } from '#web/test/samples.ts'
import { drawScreen, sentBodies } from '#web/test/screen.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import VerifyEmailPage from './verify-email-page.tsx'

afterEach(() => {
  window.location.hash = ''
})

test.each([
  ['unsubscribe', () => <UnsubscribePage />],
  ['verify an e-mail', () => <VerifyEmailPage />],
  ['manage a visit', () => <VisitLinkPage />],
  ['set a password', () => <ResetPasswordPage clinic={publicClinic(profile)} />],
])(
  'the page %s, opened without the token of its link, asks the visitor to open the link from the e-mail again, and calls no endpoint',
  async (_, Page) => {
    window.location.hash = ''
    drawScreen(<Page />)
    expect(await screen.findByRole('heading', { name: s.linkIncompleteTitle })).toBeTruthy()
    expect(screen.getByText(s.linkIncomplete)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(sentBodies).toEqual([])
  },
)
