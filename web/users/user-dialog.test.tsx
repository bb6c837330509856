import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#shared/people/role.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { listOf, sampleId, user } from '#web/test/samples.ts'
import {
  answer,
  asked,
  breakOff,
  choose,
  drawScreen,
  loseConnection,
  personOfRole,
  refuse,
  sentBodies,
} from '#web/test/screen.tsx'
import { UserDialog } from './user-dialog.tsx'
import UsersPage from './users-page.tsx'

const close = () => undefined
const edit = (edited = user) => drawScreen(<UserDialog open user={edited} onClose={close} />)
const changes = () => asked.filter((call) => call.startsWith('PUT'))

const chooseRole = async (person: ReturnType<typeof edit>['person'], role: string) =>
  choose(person, await screen.findByRole('combobox', { name: /Role/ }), role)

async function update() {
  const { person } = edit()
  await person.click(await screen.findByRole('button', { name: 'UPDATE USER' }))
}

test('a new user is a cashier by default', async () => {
  answer(usersContract.create, { data: user })
  const { person } = drawScreen(<UserDialog open user={null} onClose={close} />)
  expect((await screen.findByRole('combobox', { name: /Role/ })).textContent).toContain('Cashier')
  await person.type(await screen.findByLabelText(/^Full Name/), 'Liza Ramos')
  await person.type(screen.getByLabelText(/^Email/), 'liza@mutya.test')
  await person.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'a good password')
  await person.click(screen.getByRole('button', { name: 'ADD USER' }))
  expect(await screen.findByText('User added successfully!')).toBeTruthy()
  expect(sentBodies).toMatchObject([{ role: 'cashier' }])
})

test('a log-in for a practitioner is created with the practitioner whom the admin chooses', async () => {
  answer(usersContract.create, { data: user })
  const nothingElse = { title: '', colour: null, photo: null, services: [], week: [], exceptions: [] }
  const reyes = { id: sampleId(61), kind: 'practitioner', name: 'Dra. Reyes', is_active: true, version: 1 } as const
  answer(resourcesContract.list, listOf({ ...reyes, ...nothingElse }))
  const { person } = drawScreen(<UserDialog open user={null} onClose={close} />)
  await person.type(await screen.findByLabelText(/^Full Name/), 'Dra. Reyes')
  await person.type(screen.getByLabelText(/^Email/), 'reyes@mutya.test')
  await chooseRole(person, 'Practitioner')
  const field = await screen.findByRole('combobox', { name: /^Practitioner/ })
  await person.click(field)
  await person.click(await screen.findByRole('option', { name: /Dra. Reyes/ }))
  await person.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'a good password')
  await person.click(screen.getByRole('button', { name: 'ADD USER' }))
  expect(await screen.findByText('User added successfully!')).toBeTruthy()
  expect(sentBodies).toMatchObject([{ role: 'practitioner', practitioner_id: reyes.id }])
})

test.each<[Role, string, string, RegExp]>([
  [
    'client',
    'Cashier',
    'Make Carlo Cruz a cashier?',
    /The user gains: the Cashier page.*The user loses: booking.*new password/,
  ],
  [
    'cashier',
    'Admin',
    'Make Carlo Cruz an admin?',
    /The user gains: the dashboard.*The user loses: the Cashier page.*logged out\./,
  ],
  [
    'admin',
    'Client',
    'Make Carlo Cruz a client?',
    /The user gains: booking.*The user loses: the dashboard.*logged out\./,
  ],
])(
  'changing a user’s role from %s to %s asks for confirmation and lists what the user gains and loses',
  async (from, to, title, effect) => {
    answer(usersContract.update, { data: user, invitation_sent: false })
    const { person } = edit({ ...user, role: from })
    await chooseRole(person, to)
    await person.click(screen.getByRole('button', { name: 'UPDATE USER' }))
    const question = await screen.findByRole('alertdialog', { name: title })
    expect(question.textContent).toMatch(effect)
    expect(changes()).toEqual([])
    await person.click(screen.getByRole('button', { name: 'CHANGE ROLE' }))
    expect(await screen.findByText('User updated successfully!')).toBeTruthy()
  },
)

test('users cannot change their own role', async () => {
  edit({ ...user, id: personOfRole('admin').id, role: 'admin' })
  const role = await screen.findByRole<HTMLButtonElement>('combobox', { name: /Role/ })
  expect(role.disabled || role.getAttribute('aria-disabled') === 'true').toBe(true)
  expect(screen.getByText('Another admin can change your role.')).toBeTruthy()
})

test('users cannot change their own e-mail or password in User Management, because only the profile asks for the old password', async () => {
  const own = { ...user, id: personOfRole('admin').id, role: 'admin' } as const
  answer(usersContract.update, { data: own, invitation_sent: false })
  const { person } = edit(own)
  expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/, { selector: 'input' }).disabled).toBe(true)
  expect(screen.getAllByText('Change your own log-in in your profile.')).toHaveLength(2)
  await person.type(screen.getByLabelText(/^Full Name/), ' Jr.')
  await person.click(screen.getByRole('button', { name: 'UPDATE USER' }))
  expect(await screen.findByText('User updated successfully!')).toBeTruthy()
  expect(sentBodies).toMatchObject([{ name: `${user.name} Jr.`, email: user.email }])
  expect(sentBodies[0]).not.toHaveProperty('password')
})

test('a client without an e-mail can be changed in User Management', async () => {
  answer(usersContract.update, { data: { ...user, email: null }, invitation_sent: false })
  const { person } = edit({ ...user, email: null })
  await person.click(await screen.findByRole('button', { name: 'UPDATE USER' }))
  expect(await screen.findByText('User updated successfully!')).toBeTruthy()
})

test('after the e-mail of an invited user was changed, a message says that the invitation was sent to the new e-mail', async () => {
  answer(usersContract.update, { data: { ...user, username: 'carlo@clinic.test' }, invitation_sent: true })
  await update()
  expect(await screen.findByText('User updated successfully!')).toBeTruthy()
  expect(screen.getByText(/^The invitation was sent to carlo@clinic\.test\./)).toBeTruthy()
})

test('a client without an e-mail cannot be made a staff user', async () => {
  const { person } = edit({ ...user, email: null })
  await chooseRole(person, 'Cashier')
  await person.click(screen.getByRole('button', { name: 'UPDATE USER' }))
  expect(await screen.findByText('Cashiers and admins need an email to log in.')).toBeTruthy()
  expect(changes()).toEqual([])
})

test.each<[string, () => void, string]>([
  ['an error without a message', () => refuse(usersContract.update), 'An unexpected error occurred.'],
  ['a lost connection', () => loseConnection(usersContract.update), 'No response from server. Please try again.'],
  [
    'a cancelled request',
    () => breakOff(usersContract.update, new DOMException('', 'AbortError')),
    'Request was canceled. Please try again.',
  ],
  [
    'a request that timed out',
    () => breakOff(usersContract.update, new DOMException('', 'TimeoutError')),
    'Request timed out. Please try again.',
  ],
  [
    'an unknown failure',
    () => breakOff(usersContract.update, new Error('?')),
    'An unknown error occurred. Please try again.',
  ],
  ['an answer in an unknown format', () => answer(usersContract.update, {} as never), 'Unexpected response format.'],
  [
    'an error with messages at the fields',
    () => refuse(usersContract.update, { status: 422, message: 'No.', errors: { name: ['Too long.'] } }),
    'The user was not saved.',
  ],
])('when saving a user fails with %s, the user dialog shows a message', async (_, set, sentence) => {
  set()
  await update()
  expect(await screen.findByText(sentence)).toBeTruthy()
})

const listUser = (practitioners = 0) =>
  answer(usersContract.list, {
    users: [user],
    total: 1,
    page: 1,
    per_page: 10,
    summary: { total: 1, clients: 1, admins: 0, cashiers: 0, practitioners, closure_requests: 0 },
  })

test.each([
  [0, ['Total users', 'Clients', 'Admins', 'Cashiers'], ['All Roles', 'Client', 'Admin', 'Cashier']],
  [
    1,
    ['Total users', 'Clients', 'Admins', 'Cashiers', 'Practitioners'],
    ['All Roles', 'Client', 'Admin', 'Cashier', 'Practitioner'],
  ],
])(
  'with %i practitioner accounts the users page shows the numbers %j above the list, and its filter offers the roles %j',
  async (n, figures, roles) => {
    listUser(n)
    const { person } = drawScreen(<UsersPage />)
    await screen.findByRole('button', { name: 'Delete Carlo Cruz' })
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(figures)
    await person.click(screen.getByRole('combobox', { name: 'Filter by Role' }))
    await screen.findAllByRole('option')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(roles)
  },
)

test('when deleting a user fails and the server gives no message, an unexpected error is reported', async () => {
  listUser()
  answer(usersContract.appointmentsAhead, { data: { appointments_ahead: 0 } })
  refuse(usersContract.remove)
  const { person } = drawScreen(<UsersPage />)
  await person.click(await screen.findByRole('button', { name: 'Delete Carlo Cruz' }))
  await person.click(await screen.findByRole('button', { name: 'DELETE' }))
  expect(await screen.findByText('The user was not deleted.')).toBeTruthy()
  expect(screen.getByText('An unexpected error occurred.')).toBeTruthy()
})

test('a user list that cannot be loaded keeps its search field, shows an error, and can be tried again', async () => {
  refuse(usersContract.list)
  const { person } = drawScreen(<UsersPage />, { at: '/settings/users' })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load users.')
  expect(screen.getByRole('searchbox')).toBeTruthy()
  listUser()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /^Edit/ })).toBeTruthy()
})
