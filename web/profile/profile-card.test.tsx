import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { profileContract } from '#shared/profile/contract.ts'
import { ownProfile as profile } from '#web/test/own-profile.ts'
import { answer, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { EditProfileDialog, ProfileCard } from './profile-card.tsx'

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

test('a client changes personal details in a dialog; a new e-mail needs the current password', async () => {
  const { person } = drawScreen(<ProfileCard profile={profile} />, { role: 'client' })
  await person.click(screen.getByRole('button', { name: 'Edit Profile' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Profile' }))
  const fill = async (label: RegExp, text: string) => {
    const field = dialog.getByLabelText(label, { selector: 'input' })
    await person.clear(field)
    await person.type(field, text)
  }
  const save = () => person.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await fill(/^Full Name/, 'Diane Cruz-Lim')
  await fill(/^Phone Number/, 'call me')
  await fill(/^Email Address/, 'new@mutya.test')
  await save()
  await dialog.findByText('Enter a number such as 0917 123 4567, or a foreign number with + and country code.')
  dialog.getByText('Enter your current password to change the email.')
  expect(sentBodies).toEqual([])

  await fill(/^Phone Number/, '0917 123 4567')
  await fill(/^Location/, 'Makati')
  await fill(/^Current password/, 'not my password')
  const wrong = 'The current password is not correct.'
  refuse(profileContract.update, { status: 422, message: wrong, errors: { current_password: [wrong] } })
  await save()
  await dialog.findByText(wrong)
  answer(profileContract.update, { user: { ...profile, version: 2 }, userRole: 'client' })
  await fill(/^Current password/, 'correct horse battery')
  await save()
  await screen.findByText('Your profile has been successfully updated.')
  const changes = { name: 'Diane Cruz-Lim', contact: '0917 123 4567', email: 'new@mutya.test', location: 'Makati' }
  expect(sentBodies.at(-1)).toEqual({ ...changes, current_password: 'correct horse battery' })
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
