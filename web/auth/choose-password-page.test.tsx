import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { answer, drawScreen, personOfRole } from '#web/test/screen.tsx'
import ChoosePasswordPage from './choose-password-page.tsx'

test('a client who chooses a first password continues on the page that was open before', async () => {
  answer(authContract.choosePassword, { message: s.passwordChosen })
  const at = '/choose-password?next=%2Fprofile%3Fpage%3D2'
  const { person, router } = drawScreen(<ChoosePasswordPage />, { role: 'client', at })
  beginSession({ ...personOfRole('client'), must_set_password: true })
  await person.type(await screen.findByLabelText(/^Password from the clinic/, { selector: 'input' }), 'ana123')
  await person.type(screen.getByLabelText(/^New password/, { selector: 'input' }), 'my own good password')
  await person.click(screen.getByRole('button', { name: s.savePassword }))
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe('/profile?page=2')
})
