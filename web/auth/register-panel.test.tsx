import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { newsMessages } from '#shared/privacy/messages.ts'
import { answer, asked, drawScreen, loseConnection, personOfRole, refuse, sentBodies } from '#web/test/screen.tsx'
import { RegisterPanel, useRegistration } from './register-panel.tsx'

const onRegistered = vi.fn<(person: SessionPerson) => void>()
const calls = () => asked.filter((call) => call.startsWith('POST'))
const Panel = () => <RegisterPanel registration={useRegistration(onRegistered)} />

test('on registering, news by e-mail and by SMS are offered separately and unticked; unticked boxes are sent as answers too', async () => {
  const { person } = drawScreen(<Panel />)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
  await person.type(screen.getByLabelText(s.fullName, { exact: false }), 'Carla Mendoza')
  await person.type(screen.getByLabelText(s.email, { exact: false }), 'carla@example.ph')
  await person.type(screen.getByLabelText(s.password, { selector: 'input', exact: false }), 'pearl of the orient')
  await person.click(boxes[0]!)
  refuse(authContract.register, { status: 429, message: 'The clinic is busy.' })
  await person.click(screen.getByRole('button', { name: s.createAccount }))
  // The message first says that the registration failed, and then why.
  await screen.findByText(/The clinic is busy\./)
  await person.click(screen.getByRole('checkbox', { name: newsMessages.ask.email }))
  await person.click(screen.getByRole('button', { name: s.createAccount }))
  await expect.poll(() => sentBodies).toHaveLength(2)
  const body = {
    name: 'Carla Mendoza',
    email: 'carla@example.ph',
    password: 'pearl of the orient',
    contact_number: '',
    user_role: 'client',
    privacy_version: PRIVACY_NOTICE_VERSION,
  }
  expect(sentBodies).toEqual([
    { ...body, news: [] },
    { ...body, news: ['email'] },
  ])
})

test('registering needs all fields and a ticked box of the privacy notice, which is never ticked beforehand', async () => {
  const { person } = drawScreen(<Panel />)
  const form = within(screen.getByRole('form', { name: 'Create new account' }))
  const send = () => person.click(form.getByRole('button', { name: 'Create new account' }))
  await send()
  expect((await form.findByRole('alert')).textContent).toBe('All fields are required!')
  await person.type(form.getByLabelText(s.fullName, { exact: false }), 'Carla Mendoza')
  await person.type(form.getByLabelText(s.email, { exact: false }), 'carla@example.ph')
  const password = form.getByLabelText<HTMLInputElement>(s.password, { selector: 'input', exact: false })
  await person.type(password, 'pearl of the orient')
  await send()
  await form.findByText('Please read the privacy notice and tick the box.')
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /privacy notice/ }).checked).toBe(false)
  const notice = form.getByRole('link', { name: /privacy notice/ })
  expect([notice.getAttribute('href'), notice.getAttribute('target')]).toEqual(['/privacy', '_blank'])
  expect(calls()).toEqual([])
  await person.click(form.getByRole('button', { name: 'Show password' }))
  expect(password.type).toBe('text')
})

/** Fills in and sends the form; the registration fails. */
async function register() {
  const { person } = drawScreen(<Panel />)
  await person.type(screen.getByLabelText(s.fullName, { exact: false }), 'Carla Mendoza')
  await person.type(screen.getByLabelText(s.email, { exact: false }), 'carla@example.ph')
  await person.type(screen.getByLabelText(s.password, { selector: 'input', exact: false }), 'pearl of the orient')
  await person.click(screen.getByRole('checkbox', { name: /privacy notice/ }))
  await person.click(screen.getByRole('button', { name: 'Create new account' }))
  await screen.findByText(/Registration failed/i)
  return { person, ...within(screen.getByRole('form', { name: 'Create new account' })) }
}

test('on registering, an e-mail in use is reported once, at its field, and the form says once that the registration failed', async () => {
  const sentence = 'This email is already registered.'
  refuse(authContract.register, { status: 422, code: 'invalid', message: sentence, errors: { email: [sentence] } })
  const form = await register()
  expect(form.getByRole('alert').textContent).toBe('Registration failed!')
  const email = form.getByLabelText(s.email, { exact: false })
  const described = email.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(screen.getAllByText(/Registration failed/i)).toHaveLength(1)
})

test('when the server’s answer to a registration violates the contract, the form asks the user to try again later', async () => {
  refuse(authContract.register, { status: 502 })
  const form = await register()
  const said = form.getByRole('alert').textContent
  for (const sentence of ['Registration Failed', 'Something went wrong.', 'An error occurred. Please try again later.'])
    expect(said).toContain(sentence)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

const user = personOfRole('client')
const session = { token: 'a token', user }

test.each([
  ['made the account', () => answer(authContract.login, session), ['POST /api/login']],
  ['made none', () => refuse(authContract.login, { status: 401 }), ['POST /api/login', 'POST /api/register']],
])(
  'when a registration whose answer was lost (and which %s) is sent again, only one account exists in the end',
  async (_, prepare, sent) => {
    onRegistered.mockClear()
    loseConnection(authContract.register)
    const { person } = await register()
    prepare()
    answer(authContract.register, session)
    await person.click(screen.getByRole('button', { name: 'Create new account' }))
    await expect.poll(() => onRegistered.mock.calls).toEqual([[user]])
    expect(calls()).toEqual(['POST /api/register', ...sent])
  },
)

test('after the answer to a registration was lost, a registration with another e-mail is sent without first trying to log in', async () => {
  loseConnection(authContract.register)
  const { person } = await register()
  answer(authContract.register, session)
  await person.type(screen.getByLabelText(s.email, { exact: false }), '.org')
  await person.click(screen.getByRole('button', { name: 'Create new account' }))
  await expect.poll(calls).toEqual(['POST /api/register', 'POST /api/register'])
})
