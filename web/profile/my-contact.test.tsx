import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contactContract, type ContactWay } from '#shared/auth/contract.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { MyContact } from './my-contact.tsx'

const none: ContactWay = { value: null, verified_at: null, can_verify: false }
const email: ContactWay = { value: 'ana@example.ph', verified_at: null, can_verify: true }
const phone: ContactWay = { value: '0917 123 4567', verified_at: null, can_verify: true }
const open = (data: { email: ContactWay; phone: ContactWay }) => {
  answer(contactContract.read, { data })
  return drawScreen(<MyContact />, { role: 'client' })
}

test('when the clinic sends no messages, clients are not asked to confirm e-mail and phone number', async () => {
  open({ email: { ...email, can_verify: false }, phone: none })
  expect(await screen.findByText('ana@example.ph')).toBeTruthy()
  expect(screen.getByText(s.noPhone)).toBeTruthy()
  expect(screen.queryByText(s.notConfirmed)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the profile sends a link to confirm the e-mail on request, and shows that a phone number is confirmed', async () => {
  const { person } = open({ email, phone: { ...phone, verified_at: '2026-11-21T09:00:00+08:00', can_verify: false } })
  expect(await screen.findByText(s.confirmed)).toBeTruthy()
  refuse(contactContract.sendLink, { status: 429, message: s.tooMany })
  await person.click(screen.getByRole('button', { name: s.sendLink }))
  expect(await screen.findByText(s.tooMany)).toBeTruthy()
  answer(contactContract.sendLink, { message: s.linkSent })
  await person.click(screen.getByRole('button', { name: s.sendLink }))
  expect(await screen.findByText(s.linkSent)).toBeTruthy()
})

test('in the profile a code to confirm the phone number is requested and entered, and a wrong code is reported at its field', async () => {
  const { person } = open({ email: none, phone })
  await person.click(await screen.findByRole('button', { name: s.confirmPhone }))
  answer(contactContract.sendCode, { message: s.codeSent })
  await person.click(await screen.findByRole('button', { name: s.sendCode }))
  const field = await screen.findByRole('textbox', { name: /Code/ })
  await person.type(field, '12')
  await person.click(screen.getByRole('button', { name: s.confirm }))
  expect((await screen.findAllByText(s.codeForm)).length).toBeGreaterThan(0)
  refuse(contactContract.verifyPhone, { status: 422, message: s.codeWrong, errors: { code: [s.codeWrong] } })
  await person.type(field, '3456')
  await person.click(screen.getByRole('button', { name: s.confirm }))
  expect(await screen.findByText(s.codeWrong)).toBeTruthy()
  answer(contactContract.verifyPhone, { message: s.phoneConfirmed })
  await person.click(screen.getByRole('button', { name: s.confirm }))
  expect(await screen.findByText(s.phoneConfirmed)).toBeTruthy()
  expect(sentBodies).toEqual([{ code: '123456' }, { code: '123456' }])
})

test('the code sent by SMS can be entered after closing the dialog, even if a request for another code was rejected', async () => {
  const { person } = open({ email: none, phone })
  await person.click(await screen.findByRole('button', { name: s.confirmPhone }))
  answer(contactContract.sendCode, { message: s.codeSent })
  await person.click(await screen.findByRole('button', { name: s.sendCode }))
  expect(await screen.findByText(s.codeSent)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.cancel }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await person.click(screen.getByRole('button', { name: s.confirmPhone }))
  refuse(contactContract.sendCode, { status: 429, message: s.tooMany })
  await person.click(await screen.findByRole('button', { name: s.sendCode }))
  expect(await screen.findByText(s.tooMany)).toBeTruthy()
  answer(contactContract.verifyPhone, { message: s.phoneConfirmed })
  await person.type(screen.getByRole('textbox', { name: /Code/ }), '123456')
  await person.click(screen.getByRole('button', { name: s.confirm }))
  expect(await screen.findByText(s.phoneConfirmed)).toBeTruthy()
})
