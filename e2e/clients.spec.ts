import { authContract } from '#shared/auth/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { sell } from './support/sell.ts'
import { expectToast, keepToastsOpen } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

test('a cashier adds a client, who logs in with the displayed password, and the admin finds the client', async ({
  openAs,
  clinic,
}) => {
  const name = `Ñina ${unique()}`
  const email = `${unique()}@example.ph`
  const page = await openAs('cashier')
  await page.goto('/cashier/clients')
  await page.getByRole('button', { name: 'ADD CLIENT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await expect(dialog.getByLabel('First Name')).toHaveAccessibleDescription('Please enter a client name')
  await expectAccessible(page)
  await dialog.getByLabel('Email (Optional)').fill('somebody@example.ph')
  await expect(dialog.getByText(/Default password/)).toBeHidden()
  await dialog.getByLabel('Email (Optional)').fill('')
  await dialog.getByLabel('First Name').fill(name)
  await dialog.getByLabel('Date').fill('')
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(dialog.getByLabel('Date')).toHaveAccessibleDescription(/Please fill in the required field \(Date\)/)
  await dialog.getByLabel('Date').fill('2024-02-29')
  await expect(dialog.getByText('Without an email the client cannot log in.')).toBeVisible()
  await dialog.getByLabel('Email (Optional)').fill(email)
  await dialog.getByLabel('Contact Number (Optional)').fill('0917 123 4567')
  await expect(dialog.getByText('Default password: nina123.')).toBeVisible()
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expectToast(page, 'Client added successfully!')
  const { user } = await clinic.call(null)(authContract.login, { body: { email, password: 'nina123' } })
  expect(user).toMatchObject({ name, must_set_password: true })

  const admin = await openAs('admin')
  await admin.goto('/clientPage')
  await admin.getByRole('searchbox', { name: 'Search clients' }).fill(name.toUpperCase().replace('Ñ', 'N'))
  const card = admin.getByRole('link', { name })
  await expect(card).toContainText('0 services availed')
  await expectAccessible(admin)
  await card.click()
  await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(admin.getByRole('region', { name: 'Basic Information' })).toContainText('February 29, 2024')
  await expect(admin.getByText('No service history')).toBeVisible()
  await expectAccessible(admin)
})

test('typing the email of an existing client for a new client offers a link to that client', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('cashier')
  await page.goto('/cashier/clients')
  await page.getByRole('button', { name: 'ADD CLIENT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByLabel('First Name').fill('Somebody')
  await dialog.getByLabel('Email (Optional)').fill(clinic.client.email)
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(dialog.getByLabel('Email (Optional)')).toHaveAccessibleDescription(/This email belongs to /)
  await dialog.getByRole('link', { name: /^Open / }).click()
  await expect(page.getByRole('region', { name: 'Basic Information' })).toContainText(clinic.client.email)
})

test('in the client list the card of a client shows initials, name, email, phone number and number of services', async ({
  openAs,
  clinic,
}) => {
  const known = unique()
  const email = `${known}@example.ph`
  const desk = clinic.call(clinic.cashier)
  const named = { name: `Bianca ruth ${known}`, email, contact_number: '0917 123 4567' }
  const { data: bianca } = await desk(clientsContract.create, { body: named })
  await desk(clientsContract.create, { body: { name: `Solo-${known}` } })
  await sell(desk, { id: bianca.user_id, name: bianca.name })
  const page = await openAs('cashier')
  await page.goto(`/cashier/clients?search=${known}`)
  const full = page.getByRole('link', { name: new RegExp(`^${bianca.name}`) })
  for (const text of ['BR', bianca.name, email, '0917 123 4567', '1 service availed'])
    await expect(full.getByText(text, { exact: true })).toBeVisible()
  const bare = page.getByRole('link', { name: new RegExp(`^Solo-${known}`) })
  for (const text of ['S', 'No email', 'No phone', '0 services availed'])
    await expect(bare.getByText(text, { exact: true })).toBeVisible()
  await sell(desk, { id: bianca.user_id, name: bianca.name })
  await page.reload()
  await expect(full.getByText('2 services availed', { exact: true })).toBeVisible()
})

test('creating a walk-in record at the front desk shows a confirmation', async ({ openAs }) => {
  const name = `Walk-in ${unique()}`
  const desk = await openAs('cashier')
  await desk.goto('/cashier/appointments')
  await desk.getByRole('button', { name: 'ADD WALK-IN CLIENT' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Add Walk-in Client' })
  await dialog.getByRole('button', { name: 'ADD CLIENT' }).click()
  await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription(/Full name and password are required!/)
  await expectAccessible(desk)
  await dialog.getByLabel('Full Name').fill(name)
  await expect(dialog.getByLabel('Password')).not.toBeEditable()
  await keepToastsOpen(desk)
  await dialog.getByRole('button', { name: 'ADD CLIENT' }).click()
  const told = desk.getByRole('group', { name: 'Walk-in client added successfully!' })
  await expect(told).toContainText(name)
})

test('name and contact details can be corrected on the page of the client', async ({ openAs, clinic }) => {
  const name = `Mistyped ${unique()}`
  const page = await openAs('admin')
  await clinic.call(clinic.cashier)(clientsContract.create, { body: { name } })
  await page.goto('/clientPage')
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Client' })
  await dialog.getByLabel('Full Name').fill(`${name} Corrected`)
  await dialog.getByLabel('Contact Number (Optional)').fill('12')
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(dialog.getByLabel('Contact Number (Optional)')).toHaveAccessibleDescription(/^Enter a number such as/)
  await dialog.getByLabel('Contact Number (Optional)').fill('0918 222 3333')
  await dialog.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expectToast(page, 'Client updated successfully!')
  await expect(page.getByRole('heading', { name: `${name} Corrected`, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'BACK TO CLIENT LIST' }).click()
  await page.getByRole('searchbox').fill('+63 918 222 3333')
  await expect(page.getByRole('link', { name: `${name} Corrected` })).toBeVisible()
})

test('the page of a client who does not exist links back to the till, and a search without results offers to add a client', async ({
  openAs,
}) => {
  const page = await openAs('cashier', { viewport: { width: 320, height: 640 } })
  await page.goto('/cashier/clients/01900000-0000-7000-8000-00000000ffff')
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
  await expect(page.getByText("The client you're looking for doesn't exist or has been removed")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back to cashier' })).toHaveAttribute('href', '/cashier')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'BACK TO CLIENTS' }).click()
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('nobody at all')
  await expect(page.getByText('Try adjusting your search or adding a new client')).toBeVisible()
  await page.getByRole('button', { name: 'ADD YOUR FIRST CLIENT' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Client' })).toBeVisible()
  await expectAccessible(page)
})
