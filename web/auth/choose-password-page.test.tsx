import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import * as addresses from '#web/lib/paths.ts'
import { beginSession } from '#web/lib/session/session-store.ts'
import { answer, drawScreen, personOfRole } from '#web/test/screen.tsx'
import ChoosePasswordPage from './choose-password-page.tsx'

vi.mock(import('#web/lib/paths.ts'), async (original) => ({ ...(await original()), openDocument: vi.fn<() => void>() }))
afterEach(() => {
  vi.clearAllMocks()
})

test.each([
  ['?next=%2FBookAppointment%3Fservice%3D1', '/BookAppointment?service=1'],
  ['?next=https%3A%2F%2Fevil.example', '/'],
  ['', '/'],
])('a client who chooses the first own password at %j goes on to %s', async (query, to) => {
  answer(authContract.choosePassword, { message: s.passwordChosen })
  const { person } = drawScreen(<ChoosePasswordPage />, { role: 'client', at: `/choose-password${query}` })
  beginSession({ ...personOfRole('client'), must_set_password: true })
  await person.type(await screen.findByLabelText(/^Password from the clinic/, { selector: 'input' }), 'ana123')
  await person.type(screen.getByLabelText(/^New password/, { selector: 'input' }), 'my own good password')
  await person.click(screen.getByRole('button', { name: s.savePassword }))
  await expect.poll(() => vi.mocked(addresses.openDocument).mock.calls).toEqual([[to]])
})
