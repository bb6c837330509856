import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { profileContract } from '#shared/profile/contract.ts'
import { personOfRole, answer, drawScreen, refuse } from '#web/test/screen.tsx'
import { EditProfileDialog } from './edit-profile-dialog.tsx'

const { id, name, email } = personOfRole('client')
const profile = {
  id,
  name,
  email,
  contact_number: null,
  location: null,
  photo: null,
  Account_created_at: '2026-11-21T09:00:00+08:00',
  smsActivated: false,
}

async function saveProfile() {
  const { person } = drawScreen(<EditProfileDialog open profile={profile} onClose={() => undefined} />, {
    role: 'client',
  })
  await person.click(await screen.findByRole('button', { name: 'Save Changes' }))
}

test('a saved profile is told', async () => {
  answer(profileContract.update, { message: '', user: profile, userRole: 'client' } as never)
  await saveProfile()
  expect(await screen.findByText('Profile Updated')).toBeTruthy()
  expect(screen.getByText('Your profile has been successfully updated.')).toBeTruthy()
})

test.each([
  ['by a server without words', {}],
  ['at a field', { status: 422, message: 'No.', errors: { name: ['Enter your name.'] } }],
])('a profile that is refused %s says that it was not updated', async (_, error) => {
  refuse(profileContract.update, error)
  await saveProfile()
  expect(await screen.findByText('Update Failed')).toBeTruthy()
  expect(screen.getByText('Failed to update your profile.')).toBeTruthy()
})
