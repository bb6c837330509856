import { authContract } from '#shared/auth/contract.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { addClient, pick, tick, unique } from './support/client-forms.ts'
import { sell } from './support/sell.ts'
import { expectToast } from './support/toasts.ts'

test('a cashier opens Edit and View on a client’s card in the client list; adding a treatment keeps the existing history', async ({
  openAs,
  clinic,
}) => {
  const desk = clinic.call(clinic.cashier)
  const client = await addClient(clinic, `Gina ${unique()}`)
  await sell(desk, { id: client.user_id, name: client.name })
  const page = await openAs('cashier')
  await page.goto(`/cashier/clients?search=${client.name.slice(5)}`)
  const edit = page.getByRole('button', { name: `Edit ${client.name}` })
  const buttons = edit.locator('..')
  await expect(buttons).toHaveCSS('opacity', '0')
  await page.getByRole('link', { name: new RegExp(`^${client.name}`) }).hover()
  await expect(buttons).toHaveCSS('opacity', '1')
  for (const button of [edit, page.getByRole('link', { name: `View ${client.name}` })]) {
    const { width, height } = (await button.boundingBox())!
    expect([width >= 44, height >= 44]).toEqual([true, true])
  }
  await page.mouse.move(0, 0)
  await expect(buttons).toHaveCSS('opacity', '0')
  await edit.focus()
  await expect(buttons).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Treatment to Client History' })
  await expect(dialog).toContainText('Existing records are preserved.')
  await dialog.getByLabel('New Treatment Date').fill('')
  await dialog.getByRole('button', { name: 'ADD TO CLIENT HISTORY' }).click()
  for (const sentence of ['Select a treatment.', 'Please fill in the required field (Date)'])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: '+ New Treatment' }).click()
  const panel = dialog.getByRole('region', { name: 'New Treatment' })
  await panel.getByRole('button', { name: 'Create Treatment' }).click()
  await expect(panel.getByLabel('Treatment Name')).toHaveAccessibleDescription('Treatment name is required')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Contact Number').fill('0917 123 4567')
  await pick(page, dialog.getByRole('combobox', { name: 'Select Treatment' }), 'Signature Facials')
  await tick(page, dialog, 'Select Services', ['Hydra Glow Facial'])
  await dialog.getByLabel('New Treatment Date').fill('2025-12-24')
  await dialog.getByRole('button', { name: 'ADD TO CLIENT HISTORY' }).click()
  await expectToast(page, 'New treatment added to client history successfully!')
  const card = page.getByRole('link', { name: new RegExp(`^${client.name}`) })
  await expect(card).toContainText('2 services availed')
  await expect(card).toContainText('0917 123 4567')
  await page.getByRole('link', { name: `View ${client.name}` }).click()
  const history = page.getByRole('region', { name: 'Service History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').last()).toContainText('Hydra Glow Facial – Signature Facials')
})

test('on a touch screen the buttons on a client’s card in the client list are always visible; an admin sees only the Edit button', async ({
  browser,
  clinic,
}) => {
  const name = `Hana ${unique()}`
  await addClient(clinic, name)
  const context = await browser.newContext({
    baseURL: clinic.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.request.post('/api/login', { data: { email: clinic.admin.email, password: 'correct horse battery' } })
  const page = await context.newPage()
  await page.goto(`/clientPage?search=${name.slice(5)}`)
  const edit = page.getByRole('button', { name: `Edit ${name}` })
  await expect(edit.locator('..')).toHaveCSS('opacity', '1')
  await expect(page.getByRole('link', { name: `View ${name}` })).toHaveCount(0)
  await edit.tap()
  await expect(page.getByRole('dialog', { name: 'Add Treatment to Client History' })).toBeVisible()
  await context.close()
})

test('staff create an account for a client who cannot log in yet, with the default password or a typed one', async ({
  openAs,
  clinic,
}) => {
  const client = await addClient(clinic, `Kara ${unique()}`)
  const email = `${unique()}@example.ph`
  const page = await openAs('cashier', { viewport: { width: 390, height: 844 } })
  await page.goto(`/cashier/clients/${client.id}`)
  await page.getByRole('button', { name: 'Create Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Account' })
  await expect(dialog.getByLabel('Full Name')).toHaveValue(client.name)
  await dialog.getByLabel('Password (Optional)').fill('short')
  await dialog.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await expect(dialog.getByText('Use at least 10 characters.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill(clinic.client.email)
  await dialog.getByLabel('Password (Optional)').fill('')
  await dialog.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  await expect(dialog.getByRole('link', { name: /^Open / })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.route('**/api/create-and-assign-account', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'Kara already has a log-in.', code: 'conflict' }),
    }),
  )
  await dialog.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to assign account.' })).toContainText(
    'already has a log-in',
  )
  await page.unroute('**/api/create-and-assign-account')
  await dialog.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  await expect(page.getByRole('dialog', { name: 'Default password' }).getByText('kara123')).toBeVisible()
  const { user } = await clinic.call(null)(authContract.login, { body: { email, password: 'kara123' } })
  expect(user).toMatchObject({ id: client.user_id, must_set_password: true })
  await page.getByRole('button', { name: 'DONE' }).click()
  await expect(page.getByText('Must set password')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Account' })).toHaveCount(0)
})
