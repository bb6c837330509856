import { expect, test } from './fixtures.ts'

test('on the narrowest phone no button of the bar lies over another', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/users')
  const buttons = page.getByRole('banner').locator('a:visible, button:visible')
  await expect(buttons).toHaveCount(7)
  const edges = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).flatMap(({ left, right }) => [left, right]),
  )
  expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  expect(edges.at(-1)).toBeLessThanOrEqual(320)
})

test('an admin finds every page of the clinic in the bar and under Settings', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Clients History', 'Appointments', 'Inventory'])
  const links = [
    ['Clients History', '/clientPage', 'Client History'],
    ['Appointments', '/Appointment', 'Manage Appointments'],
    ['Inventory', '/suppliesPage', 'Supplies Inventory'],
    ['Home', '/dashboard', 'Dashboard'],
  ] as const
  for (const [name, path, title] of links) {
    await bar.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  const settings = [
    ['Treatments', '/settings/treatments', 'Treatments & Services'],
    ['User Management', '/settings/users', 'User Management'],
    ['History Logs', '/settings/Historylogs', 'History Logs'],
    ['Transactions', '/settings/Transactions', 'Transactions'],
    ['Clinic Profile', '/settings/clinic', 'Clinic Profile'],
  ] as const
  const menu = bar.getByRole('button', { name: 'Settings' })
  await menu.click()
  await expect(page.getByRole('menuitem')).toHaveText(settings.map(([name]) => name))
  await page.keyboard.press('Escape')
  for (const [name, path, title] of settings) {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(path)
    // As a person does: the page is there and the menu has gone before the next one is asked for.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(page.getByRole('menu')).toBeHidden()
  }
})

const bars = [
  [
    'cashier',
    '/cashier/clients',
    ['Cashier', 'Appointments', 'Transactions', 'Client History', 'Book Appointment', 'Profile'],
  ],
  ['client', '/clientDashboard', ['Book Appointment', 'Profile']],
] as const
for (const [role, home, names] of bars)
  test(`the bar of a ${role} has the pages of a ${role}`, async ({ openAs }) => {
    const page = await openAs(role)
    await page.goto(home)
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link')).toHaveText([...names])
    await bar.getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/Profile')
    await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Book Appointment' }).click()
    await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  })
