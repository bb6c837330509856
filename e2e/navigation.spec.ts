import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { newPractitioner } from './support/new-practitioner.ts'
import { stock } from './support/supplies.ts'
import { keepToastsOpen } from './support/toasts.ts'

test('on the narrowest phone no buttons of the navigation bar overlap, and the requests button is visible', async ({
  openAs,
}) => {
  const page = await openAs('admin', { viewport: { width: 320, height: 640 } })
  await page.goto('/settings/users')
  const buttons = page.getByRole('banner').locator('a:visible, button:visible')
  await expect(buttons).toHaveCount(7)
  const edges = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).flatMap(({ left, right }) => [left, right]),
  )
  expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  expect(edges.at(-1)).toBeLessThanOrEqual(320)
  await expect(page.getByRole('button', { name: /requests? (is|are) waiting/ })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Inventory' }).click()
  await expect(page).toHaveURL('/suppliesPage')
})

test('an admin finds every page of the clinic in the navigation bar or under Settings', async ({ openAs }) => {
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
    ['Log-in security', '/settings/log-in', 'Log-in security'],
    ['History Logs', '/settings/Historylogs', 'History Logs'],
    ['Transactions', '/settings/Transactions', 'Transactions'],
    ['Gift Cards', '/settings/gift-cards', 'Gift cards and store credit'],
    ['Overview', '/overview', 'Overview'],
    ['Reports', '/reports', 'Reports'],
    ['Practitioners & Rooms', '/settings/practitioners', 'Practitioners & Rooms'],
    ['Messages', '/settings/messages', 'Messages'],
    ['E-mail', '/settings/email', 'E-mail'],
    ['Payments', '/settings/payments', 'Payments'],
    ['Deposit Settings', '/settings/deposits', 'Deposit Settings'],
    ['Terminals', '/settings/terminals', 'Terminals'],
    ['Documents', '/settings/documents', 'Documents'],
    ['Taxes & Accounting', '/settings/accounting', 'Taxes & Accounting'],
    ['Clinical Record', '/settings/clinical-record', 'Clinical Record'],
    ['Developers', '/settings/developers', 'Developers'],
    ['Import', '/settings/import', 'Import'],
    ['Website', '/settings/website', 'Website'],
    ['Clinic Profile', '/settings/clinic', 'Clinic Profile'],
    ['Export', '/settings/export', 'Export'],
    ['System', '/settings/system', 'System'],
  ] as const
  const menu = bar.getByRole('button', { name: 'Settings' })
  await menu.click()
  await expect(page.getByRole('menuitem')).toHaveText(settings.map(([name]) => name))
  await page.keyboard.press('Escape')
  for (const [name, path, title] of settings) {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(path)
    // Waits as a person would: the next page is opened only after this page has loaded and the menu has closed.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(page.getByRole('menu')).toBeHidden()
  }
})

test('the section links of the profile lead to the sections of the landing page', async ({ openAs }) => {
  const page = await openAs('client')
  for (const name of ['Services', 'About', 'Pricing', 'Testimonials', 'Contact']) {
    await page.goto('/Profile')
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/#${name.toLowerCase()}`)
    await expect(page.locator(`#${name.toLowerCase()}`)).toBeInViewport()
  }
  await page.goto('/clientDashboard')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book Appointment' }),
  ).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0)
})

test('on a phone the user menu contains the password page and, on the profile, the section links', async ({
  openAs,
}) => {
  const page = await openAs('client')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/Profile')
    const sections = page.getByRole('button', { name: /^Account of/ })
    await sections.press('Enter')
    const links = page.getByRole('menuitem')
    await expect(links).toHaveText(['Change password', 'Services', 'About', 'Pricing', 'Testimonials', 'Contact'])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(links).toHaveCount(0)
    await expect(sections).toBeFocused()
    await sections.press('Enter')
    await links.filter({ hasText: 'Pricing' }).press('Enter')
    await expect(page).toHaveURL('/#pricing')
    await expect(page.locator('#pricing')).toBeInViewport()
    await page.goto('/clientDashboard')
    await sections.press('Enter')
    await expect(links).toHaveText(['Change password'])
    await links.press('Enter')
    await expect(page).toHaveURL('/choose-password')
  }
})

test('on a tablet the links of every navigation bar show their names; links that do not fit are in the user menu', async ({
  openAs,
}) => {
  const viewport = { width: 820, height: 1180 }
  const staff = await openAs('cashier', { viewport })
  await staff.goto('/cashier/clients')
  const bar = staff.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(bar).toHaveText(['Cashier', 'Appointments', 'Transactions', 'Client History'])
  for (const name of ['Cashier', 'Appointments', 'Transactions', 'Client History']) {
    const { width, height } = (await bar.filter({ hasText: name }).getByText(name).boundingBox())!
    expect(width * height, name).toBeGreaterThan(500)
    expect((await bar.filter({ hasText: name }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await expectNoSidewaysScroll(staff)
  await staff.getByRole('button', { name: /^Account of/ }).click()
  await staff.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(staff).toHaveURL('/Profile')

  const page = await openAs('client', { viewport })
  await page.goto('/Profile')
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(sections).toHaveText(['Services', 'About', 'Pricing', 'Testimonials', 'Contact'])
  for (const link of await sections.all()) expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Change password'])
  await page.keyboard.press('Escape')
  await sections.filter({ hasText: 'Pricing' }).click()
  await expect(page).toHaveURL('/#pricing')
})

test('a toast covers neither the main button nor a control of the navigation bar at 390, 820 and 1440 px', async ({
  openAs,
  clinic,
}) => {
  await stock(clinic, 'Masks', [])
  const page = await openAs('admin')
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/suppliesPage')
    await expect(page.getByRole('button', { name: /requests? (is|are) waiting|No requests/ })).toBeVisible()
    const kept = [
      page.getByRole('button', { name: 'ADD PRODUCT' }),
      ...(await page.locator('header').locator('a:visible, button:visible').all()),
    ]
    expect(kept.length).toBeGreaterThan(3)
    for (const one of kept) await expect(one).toBeVisible()
    await keepToastsOpen(page)
    await page.getByRole('button', { name: 'Categories' }).click()
    await page.getByRole('textbox', { name: 'New category' }).fill(`Long name of a category ${width}`.repeat(2))
    await page.getByRole('button', { name: 'ADD CATEGORY' }).click()
    const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('group')
    await expect(notice).toBeVisible()
    // When the dialog has closed, the toast moves away from the buttons of the page.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const covered = async () => {
      const { x, y, width: wide, height } = (await notice.boundingBox())!
      const boxes = await Promise.all(kept.map(async (one) => (await one.boundingBox())!))
      return boxes.filter(
        (box) => box.x < x + wide && x < box.x + box.width && box.y < y + height && y < box.y + box.height,
      )
    }
    await expect.poll(covered).toEqual([])
  }
})

test('the log-in, the booking and pages opened from e-mails have neither a navbar nor a footer', async ({ openAs }) => {
  const page = await openAs('anonymous')
  const pages = [
    ['/login', 'Log in'],
    ['/BookAppointment', 'Choose Your Treatment'],
    ['/visit', 'This link is not complete'],
    ['/verify-email', 'This link is not complete'],
    ['/unsubscribe', 'This link is not complete'],
  ] as const
  for (const [path, heading] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    for (const name of ['Main', 'Sections', 'Menu', 'Quick links'])
      await expect(page.getByRole('navigation', { name }), `${name} on ${path}`).toHaveCount(0)
  }
})

test('a visitor who is not logged in can look at the booking page, but the server books nothing', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('anonymous')
  await page.goto('/BookAppointment')
  await expect(page.getByRole('button', { name: /^Signature Facials/ })).toBeVisible()
  const answer = await page.request.post('/api/store-appointments', {
    data: {},
    headers: { origin: new URL(clinic.url).origin },
  })
  expect(answer.status()).toBe(401)
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
  test(`the navigation bar of a ${role} links to exactly the pages meant for a ${role}`, async ({ openAs }) => {
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

test('a practitioner’s navigation bar links to My day and the profile, and logging in opens My day', async ({
  openAs,
  clinic,
}) => {
  const { email } = await newPractitioner(clinic.call(clinic.admin), { name: 'Dra. Navi Reyes' })
  const page = await openAs({ email }, { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  await page.goto('/login')
  await expect(page).toHaveURL('/my-day')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(['My day', 'Profile'])
  await bar.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/Profile')
  await page.goBack()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL(/\/my-day\?date=/)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL('/my-day')
  await expect(bar.getByRole('link', { name: 'My day' })).toHaveAttribute('aria-current', 'page')
})

test('the log-in page shows the clinic’s name, and on tablets and larger screens a cover picture', async ({
  openAs,
}) => {
  const page = await openAs('anonymous', { viewport: { width: 820, height: 1180 } })
  await page.goto('/login')
  await expect(page.getByRole('banner')).toContainText('Perlas')
  const cover = page.locator('picture img')
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(cover).toBeHidden()
})
