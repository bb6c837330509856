import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invitationsContract, usersContract } from '#shared/users/contract.ts'
import { userMessages as s } from '#shared/users/messages.ts'
import { user } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
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
