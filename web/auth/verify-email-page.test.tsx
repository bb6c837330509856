import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { contactContract } from '#shared/auth/contract.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import VerifyEmailPage from './verify-email-page.tsx'

afterEach(() => {
  window.location.hash = ''
})

test('the page of a link that confirms an e-mail uses the link at once, and shows the result', async () => {
  window.location.hash = 'token-1'
  answer(contactContract.verifyEmail, { message: s.emailConfirmed })
  drawScreen(<VerifyEmailPage />)
  expect(await screen.findByRole('heading', { name: s.emailConfirmed })).toBeTruthy()
  expect(screen.getByRole('link', { name: s.toProfile }).getAttribute('href')).toBe('/Profile')
  expect(sentBodies).toEqual([{ token: 'token-1' }])
})

test('the page of an invalid confirmation link says where to get a new link; Try again repeats a request that failed', async () => {
  window.location.hash = 'token-2'
  refuse(contactContract.verifyEmail, { status: 503, message: 'Busy.' })
  const { person } = drawScreen(<VerifyEmailPage />)
  expect(await screen.findByText('Busy.')).toBeTruthy()
  refuse(contactContract.verifyEmail, { status: 422, message: s.linkVoid, errors: { token: [s.linkVoid] } })
  await person.click(screen.getByRole('button', { name: s.tryAgain }))
  expect(await screen.findByRole('heading', { name: s.linkVoidTitle })).toBeTruthy()
})
