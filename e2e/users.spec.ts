import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { newClient } from './support/new-client.ts'
import { expectToast } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

test('an admin adds, changes and deletes a user, and each change takes effect at once', async ({ openAs, clinic }) => {
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
  await expectToast(page, 'User added successfully!')
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
  const change = page.getByRole('alertdialog', { name: `Make ${name} an admin?` })
  await expect(change).toContainText('The user gains: the dashboard')
  await expectAccessible(page)
  await change.getByRole('button', { name: 'CHANGE ROLE' }).click()
  await expectToast(page, 'User updated successfully!')
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Admin')
  // Changing an account's role ends its sessions.
  await expect(clinic.call({ token })(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this user? This action cannot be undone.',
  })
  await expect(question.getByRole('button', { name: 'CANCEL' })).toBeFocused()
  await question.getByRole('button', { name: 'DELETE' }).click()
  await expectToast(page, 'User deleted successfully!')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users (0)' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Show closed accounts' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Closed')
})

test('the user list keeps its filters in the URL, and has no Delete button for the logged-in admin', async ({
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

test('deleting a user whom somebody else has deleted meanwhile asks for no confirmation', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, `Gina ${unique()}`)
  const page = await openAs('admin')
  await page.goto(`/settings/users?search=${client.email}`)
  const remove = page.getByRole('button', { name: `Delete ${client.name}` })
  await expect(remove).toBeVisible()
  await clinic.call(clinic.admin)(usersContract.remove, { params: { id: client.id } })
  await remove.click()
  await expect(page.getByRole('alert').filter({ hasText: 'The user was not deleted.' })).toContainText(
    'User not found.',
  )
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('No users found')).toBeVisible()
})

test('on a tablet a long email address in the user list continues on a second line from its @, and breaks nowhere else', async ({
  openAs,
  clinic,
}) => {
  const part = `sheila.villanueva${unique().slice(0, 3)}`
  const email = `${part}@example.ph`
  await clinic.call(clinic.cashier)(clientsContract.create, { body: { name: `Sheila Villanueva ${part}`, email } })
  const page = await openAs('admin', { viewport: { width: 820, height: 1180 } })
  await page.goto(`/settings/users?search=${part}`)
  const cell = page.getByRole('cell', { name: email })
  // Returns each piece of the cell's text and the number of lines on which it is shown.
  const lines = await cell.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const found: { text: string; lines: number }[] = []
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      if (element.contains(node) && range.getClientRects().length > 0)
        found.push({ text: node.textContent ?? '', lines: range.getClientRects().length })
    }
    return found
  })
  expect(lines).toEqual([
    { text: part, lines: 1 },
    { text: '@example.ph', lines: 1 },
  ])
  const table = (await page.getByRole('table').boundingBox())!
  const remove = (await page.getByRole('button', { name: /^Delete Sheila/ }).boundingBox())!
  expect(remove.x + remove.width).toBeLessThanOrEqual(table.x + table.width)
  expect(table.x + table.width).toBeLessThanOrEqual(820 - 16)
})

test('on a phone the user list consists of cards, and nothing scrolls sideways', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/users')
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
