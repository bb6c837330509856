import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invitationsContract, usersContract } from '#shared/users/contract.ts'
import { userMessages as s } from '#shared/users/messages.ts'
import { user } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, personOfRole } from '#web/test/screen.tsx'
import UsersPage from './users-page.tsx'

const summary = { total: 2, clients: 2, admins: 0, cashiers: 0, practitioners: 0, closure_requests: 0 }

test('an unconfirmed e-mail is marked in the user list, and the mark is a link to the client', async () => {
  const waiting = {
    ...user,
    id: user.id.replace(/.$/, '9'),
    name: 'Bea Uy',
    email: 'bea@mutya.test',
    email_waits: true,
  }
  answer(invitationsContract.list, { data: [], sends_email: false })
  answer(usersContract.list, { users: [user, waiting], page: 1, per_page: 10, total: 2, summary })
  drawScreen(<UsersPage />)
  const marks = await screen.findAllByRole('link', { name: s.openClientOf('Bea Uy') })
  expect(new Set(marks.map((mark) => mark.getAttribute('href')))).toEqual(
    new Set(['/clientPage?search=bea%40mutya.test']),
  )
  expect(screen.queryByRole('link', { name: s.openClientOf(user.name) })).toBeNull()
})

const listUsers = (...users: (typeof user)[]) => {
  answer(invitationsContract.list, { data: [], sends_email: false })
  answer(usersContract.list, { users, page: 1, per_page: 10, total: users.length, summary })
}

test('deleting a user first shows how many appointments stay booked', async () => {
  listUsers(user)
  answer(usersContract.remove, { message: s.deleted })
  const { person } = drawScreen(<UsersPage />)
  const expectBody = async (ahead: number, body: string) => {
    answer(usersContract.appointmentsAhead, { data: { appointments_ahead: ahead } })
    await person.click(await screen.findByRole('button', { name: `Delete ${user.name}` }))
    const name = 'Are you sure you want to delete this user? This action cannot be undone.'
    const question = await screen.findByRole('alertdialog', { name })
    const description = document.getElementById(question.getAttribute('aria-describedby')!)
    expect(description?.textContent).toBe(body)
  }
  const cancel = async () => {
    await person.click(screen.getByRole('button', { name: 'CANCEL' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await expectBody(0, user.name)
  await cancel()
  const one = 'has 1 appointment from today on, which stays booked. Cancel it first if it will not take place.'
  await expectBody(1, `${user.name} ${one}`)
  await cancel()
  const two = 'has 2 appointments from today on, which stay booked. Cancel them first if they will not take place.'
  await expectBody(2, `${user.name} ${two}`)
  expect(asked).not.toContain(`DELETE /api/delete-user-by-admin/${user.id}`)
  await person.click(screen.getByRole('button', { name: 'DELETE' }))
  await screen.findByText('User deleted successfully!')
  expect(asked).toContain(`DELETE /api/delete-user-by-admin/${user.id}`)
})

test('no password link can be created for a user without an email or for oneself', async () => {
  const own = { ...user, id: personOfRole('admin').id, name: 'Ana Reyes', role: 'admin' as const }
  listUsers({ ...user, email: null }, own)
  const { person } = drawScreen(<UsersPage />)
  await person.click(await screen.findByRole('button', { name: `One-time link for ${user.name}` }))
  const refusal = (await screen.findByText('The link was not made.')).closest('[role=alert]')
  expect(refusal?.textContent).toContain(
    `${user.name} has no email, and people log in with their email. Add an email first.`,
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Edit Ana Reyes' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'One-time link for Ana Reyes' })).toBeNull()
})

const textsOf = (all: HTMLElement[]) => all.map(({ textContent }) => textContent)

test('the users table has six columns and a role filter; above it are the numbers of all users and of each role, and the Add User dialog can show the password', async () => {
  listUsers(user)
  answerBy(usersContract.list, ({ searchParams }) => {
    const users = searchParams.get('search') === 'nobody' ? [] : [user]
    return { users, page: 1, per_page: 10, total: users.length, summary }
  })
  const { person } = drawScreen(<UsersPage />, { at: '/settings/users' })
  expect(await screen.findByRole('heading', { name: 'Users (1)' })).toBeTruthy()
  expect(screen.getByText('Showing 1 of 2 users')).toBeTruthy()
  const columns = ['User', 'Email', 'Role', 'Status', 'Join Date', 'Actions']
  expect(textsOf(screen.getAllByRole('columnheader'))).toEqual(columns)
  expect(textsOf(screen.getAllByRole('term'))).toEqual(['Total users', 'Clients', 'Admins', 'Cashiers'])
  await person.click(screen.getByRole('combobox', { name: 'Filter by Role' }))
  const options = textsOf(await screen.findAllByRole('option'))
  expect(options).toEqual(['All Roles', 'Client', 'Admin', 'Cashier'])
  await person.keyboard('{Escape}')
  // The closing list returns the focus to its field, and would take it from the search if the typing began earlier.
  const filter = screen.getByRole('combobox', { name: 'Filter by Role' })
  await waitFor(() => expect(document.activeElement).toBe(filter))
  await person.type(screen.getByRole('searchbox', { name: 'Search Users' }), 'nobody')
  expect(await screen.findByText('No users found')).toBeTruthy()
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy()
  expect(screen.getByText('Showing 0 of 2 users')).toBeTruthy()

  await person.click(screen.getByRole('button', { name: 'ADD USER' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }))
  const field = (label: RegExp) => dialog.getByLabelText(label, { selector: 'input' })
  for (const label of [/^Full Name/, /^Email/, /^Password/])
    expect(field(label).getAttribute('aria-required')).toBe('true')
  const password = field(/^Password/)
  await person.click(dialog.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
  await person.click(dialog.getByRole('button', { name: 'Hide password' }))
  expect(password.getAttribute('type')).toBe('password')
  await person.click(dialog.getByRole('button', { name: 'CANCEL' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
