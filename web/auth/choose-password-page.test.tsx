import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { answer, drawScreen, personOfRole, refuse, sentBodies } from '#web/test/screen.tsx'
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

test('a wrong password from the clinic is reported at its field, and can be corrected', async () => {
  const wrong = 'The current password is not correct.'
  refuse(authContract.choosePassword, { status: 422, message: wrong, errors: { current_password: [wrong] } })
  const at = '/choose-password?next=%2Fprofile'
  const { person, router } = drawScreen(<ChoosePasswordPage />, { role: 'client', at })
  beginSession({ ...personOfRole('client'), must_set_password: true })
  const fromClinic = await screen.findByLabelText(/^Password from the clinic/, { selector: 'input' })
  await person.type(fromClinic, 'not this one')
  await person.type(screen.getByLabelText(/^New password/, { selector: 'input' }), 'my own good password')
  await person.click(screen.getByRole('button', { name: s.savePassword }))
  await screen.findByText(wrong)
  const described = fromClinic.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(wrong)
  expect(router.state.location.pathname).toBe('/choose-password')
  answer(authContract.choosePassword, { message: s.passwordChosen })
  await person.clear(fromClinic)
  await person.type(fromClinic, 'ana123')
  await person.click(screen.getByRole('button', { name: s.savePassword }))
  await expect.poll(() => router.state.location.pathname).toBe('/profile')
  expect(sentBodies.at(-1)).toEqual({ current_password: 'ana123', new_password: 'my own good password' })
})
