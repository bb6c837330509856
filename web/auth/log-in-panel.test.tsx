import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import { useLogInForm } from './auth-fields.tsx'
import { LogInPanel } from './login-page.tsx'

const Panel = () => <LogInPanel form={useLogInForm(() => undefined)} />

test('when the server’s answer to a log-in violates the contract, an error is shown', async () => {
  answer(authContract.login, { token: 5 } as never)
  const { person } = drawScreen(<Panel />)
  await person.type(await screen.findByLabelText(/^Email/), 'ana@mutya.test')
  await person.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'some password')
  await person.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findAllByText('Invalid login response. Please try again.')).length).toBeGreaterThan(0)
})

test.each([500, 401])('a log-in rejected with status %i and no message shows that it failed', async (status) => {
  refuse(authContract.login, { status })
  const { person } = drawScreen(<Panel />)
  await person.type(await screen.findByLabelText(/^Email/), 'ana@mutya.test')
  await person.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'some password')
  await person.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findAllByText('Login failed. Please try again.')).length).toBeGreaterThan(0)
  expect(screen.getByText('Login Error')).toBeDefined()
})
