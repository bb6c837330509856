import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invitationMessages as s } from '#shared/auth/messages.ts'
import { invitationsContract, type Invitation } from '#shared/users/contract.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { InviteButton, OpenInvitations } from './invitations.tsx'

const invitation: Invitation = {
  user_id: '01900000-0000-7000-8000-0000000000aa',
  name: 'Liza Ramos',
  email: 'liza@mutya.test',
  role: 'cashier',
  invited_at: '2026-11-21T09:00:00+08:00',
  expires_at: '2026-11-28T09:00:00+08:00',
  is_expired: false,
}
const listOf = (sends_email: boolean, ...data: Invitation[]) => answer(invitationsContract.list, { data, sends_email })

test('the user dialog of a clinic that sends no e-mail offers no invitation', async () => {
  listOf(false)
  drawScreen(
    <>
      <InviteButton />
      <OpenInvitations />
    </>,
  )
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText(s.title)).toBeNull()
})

test('a user is invited without a password, and errors are shown at their fields', async () => {
  listOf(true)
  const { person } = drawScreen(<InviteButton />)
  await person.click(await screen.findByRole('button', { name: s.invite }))
  await person.type(await screen.findByLabelText(/^Full Name/), 'Liza Ramos')
  await person.type(screen.getByLabelText(/^Email/), 'liza@mutya.test')
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  refuse(invitationsContract.invite, { status: 422, message: 'In use.', errors: { email: ['In use.'] } })
  await person.click(screen.getByRole('button', { name: s.send }))
  expect(await screen.findByText('In use.')).toBeTruthy()
  answer(invitationsContract.invite, { message: s.sent })
  await person.click(screen.getByRole('button', { name: s.send }))
  expect(await screen.findByText(s.sent)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    name: 'Liza Ramos',
    email: 'liza@mutya.test',
    role: 'cashier',
    practitioner_id: null,
  })
})

test('an open invitation is sent again, or revoked after a confirmation', async () => {
  listOf(true, { ...invitation, is_expired: true })
  const { person } = drawScreen(<OpenInvitations />)
  expect(await screen.findByText(/^Link expired on/)).toBeTruthy()
  answer(invitationsContract.resend, { message: s.resent })
  await person.click(screen.getByRole('button', { name: s.resendTo('Liza Ramos') }))
  expect(await screen.findByText(s.resent)).toBeTruthy()
  answer(invitationsContract.revoke, { message: s.revoked })
  await person.click(screen.getByRole('button', { name: s.revokeOf('Liza Ramos') }))
  await person.click(await screen.findByRole('button', { name: s.revoke }))
  expect(await screen.findByText(s.revoked)).toBeTruthy()
})
