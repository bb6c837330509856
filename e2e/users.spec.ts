import { authContract } from '#shared/auth/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

test('an admin adds, changes and deletes a user, and each step counts at once', async ({ openAs, clinic }) => {
  const name = `Zita ${unique()}`
  const email = `${name.replace(' ', '.').toLowerCase()}@example.ph`
  const page = await openAs('admin')
  await page.goto('/settings/users')
  await page.getByRole('button', { name: 'ADD USER' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByRole('button', { name: 'ADD USER' }).click()
  await expect(dialog.getByLabel('Full Name')).toBeFocused()
  await expect(dialog.getByText('Full name is required.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Full Name').fill(name)
  await dialog.getByLabel('Email').fill(clinic.cashier.email)
  await dialog.getByLabel(/^Password/).fill('a good password')
  await dialog.getByRole('combobox', { name: /Role/ }).click()
  await page.getByRole('option', { name: 'Cashier' }).click()
  await expect(dialog.getByRole('combobox', { name: /Role/ })).toContainText('Cashier')
  await dialog.getByRole('button', { name: 'ADD USER' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/This email is already registered\./)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'ADD USER' }).click()
  await expect(page.getByText('User added successfully!')).toBeVisible()
  const anyone = clinic.call(null)
  const { token } = await anyone(authContract.login, { body: { email, password: 'a good password' } })

  await page.getByRole('searchbox', { name: 'Search Users' }).fill(name)
  await expect(page.getByRole('heading', { name: 'Users (1)' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Cashier')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByRole('combobox', { name: /Role/ }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await edit.getByRole('button', { name: 'UPDATE USER' }).click()
  await expect(page.getByText('User updated successfully!')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Admin')
  // A new role ends the sessions of the account.
  await expect(clinic.call({ token })(authContract.session, {})).rejects.toMatchObject({ status: 401 })

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this user? This action cannot be undone.',
  })
  await expect(question.getByRole('button', { name: 'CANCEL' })).toBeFocused()
  await question.getByRole('button', { name: 'DELETE' }).click()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users (0)' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Show closed accounts' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Closed')
})

test('the list keeps its filters in the address, and offers nobody to delete themselves', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('admin')
  await page.goto('/settings/users')
  await page.getByRole('combobox', { name: 'Filter by Role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await page.getByRole('searchbox').fill('isabel')
  const row = page.getByRole('row').filter({ hasText: clinic.admin.email })
  await expect(row).toContainText('You')
  await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expect(page).toHaveURL('/settings/users?role=admin&search=isabel')
  await page.reload()
  await expect(row).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('isabel')
})

test('on a phone users are cards that need no sideways scroll', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/users')
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a failure keeps the place, says so, and can be tried again', async ({ openAs, expected }) => {
  expected.push(/status of 500/)
  const page = await openAs('admin')
  await page.route('**/api/get-all-users**', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal' } }),
  )
  await page.goto('/settings/users')
  await expect(page.getByRole('alert')).toContainText('Failed to load users.', { timeout: 15_000 })
  await expectAccessible(page)
  await page.unroute('**/api/get-all-users**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
})
