import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { profileContract } from '#shared/profile/contract.ts'
import { personOfRole, answer, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { EditProfileDialog } from './profile-card.tsx'

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
  version: 1,
}

async function saveProfile() {
  const { person } = drawScreen(<EditProfileDialog open profile={profile} onClose={() => undefined} />, {
    role: 'client',
  })
  await person.click(await screen.findByRole('button', { name: 'Save Changes' }))
}

test('saving the profile shows a confirmation', async () => {
  answer(profileContract.update, { message: '', user: profile, userRole: 'client' } as never)
  await saveProfile()
  expect(await screen.findByText('Profile Updated')).toBeTruthy()
  expect(screen.getByText('Your profile has been successfully updated.')).toBeTruthy()
})

test('if staff have changed the phone number since the profile was opened, saving shows the new number instead of overwriting it, and keeps the typed text', async () => {
  const newer = { ...profile, contact_number: '0918 765 4321', version: 2 }
  refuse(profileContract.update, { status: 409, code: 'stale', message: 'Somebody changed this.', data: newer })
  const { person } = drawScreen(<EditProfileDialog open profile={profile} onClose={() => undefined} />, {
    role: 'client',
  })
  await person.type(await screen.findByLabelText(/^Location/), 'Makati')
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('0918 765 4321')
  expect(screen.getByLabelText<HTMLInputElement>(/^Location/).value).toBe('Makati')
  answer(profileContract.update, { user: newer, userRole: 'client' })
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Profile Updated')).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ contact: '0918 765 4321', location: 'Makati' })
  expect(sentVersions).toEqual(['1', '2'])
})

test.each([
  ['without a message', {}],
  ['at a field', { status: 422, message: 'No.', errors: { name: ['Enter your name.'] } }],
])('when saving the profile is rejected %s, a message says that it was not updated', async (_, error) => {
  refuse(profileContract.update, error)
  await saveProfile()
  expect(await screen.findByText('Update Failed')).toBeTruthy()
  expect(screen.getByText('Failed to update your profile.')).toBeTruthy()
})
