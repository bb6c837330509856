import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
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

test('the section links of the profile lead to the sections of the landing page', async ({ openAs }) => {
  const page = await openAs('client')
  await page.goto('/Profile')
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  const sections = ['Services', 'About', 'Pricing', 'Testimonials', 'Contact']
  await expect(links).toHaveText(sections)
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(sections.map((name) => `/#${name.toLowerCase()}`))
  await links.filter({ hasText: 'Pricing' }).click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.locator('#pricing')).toBeInViewport()
  // The page is open already, so the browser only scrolls.
  for (const name of sections) {
    await page.goto(`/#${name.toLowerCase()}`)
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
  await page.goto('/Profile')
  const sections = page.getByRole('button', { name: /^Account of/ })
  const links = page.getByRole('menuitem')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await sections.press('Enter')
    await expect(links).toHaveText(['Change password', 'Services', 'About', 'Pricing', 'Testimonials', 'Contact'])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(links).toHaveCount(0)
    await expect(sections).toBeFocused()
  }
  await sections.press('Enter')
  await links.filter({ hasText: 'Pricing' }).press('Enter')
  await expect(page).toHaveURL('/#pricing')
  await expect(page.locator('#pricing')).toBeInViewport()
  await page.goto('/clientDashboard')
  await sections.press('Enter')
  await expect(links).toHaveText(['Change password'])
  await links.press('Enter')
  await expect(page).toHaveURL('/choose-password')
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
  const page = await openAs('admin', { viewport: { width: 1440, height: 844 } })
  await page.goto('/suppliesPage')
  await expect(page.getByRole('button', { name: /requests? (is|are) waiting|No requests/ })).toBeVisible()
  await keepToastsOpen(page)
  const categories = page.getByRole('button', { name: 'Categories' })
  await categories.click()
  await page.getByRole('textbox', { name: 'New category' }).fill('Long name of a category'.repeat(2))
  await page.getByRole('button', { name: 'ADD CATEGORY' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('group')
  await expect(notice).toBeVisible()
  const covered = async () => {
    const kept = [
      page.getByRole('button', { name: 'ADD PRODUCT' }),
      ...(await page.locator('header').locator('a:visible, button:visible').all()),
    ]
    expect(kept.length).toBeGreaterThan(3)
    const { x, y, width: wide, height } = (await notice.boundingBox())!
    const boxes = await Promise.all(kept.map(async (one) => (await one.boundingBox())!))
    return boxes.filter(
      (box) => box.x < x + wide && x < box.x + box.width && box.y < y + height && y < box.y + box.height,
    )
  }
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // The position of the toast is computed when the toast appears, and when a dialog opens or closes. After a change of
    // the width the toast may cover the button Categories, so the test presses this button with the keyboard.
    if (width !== 1440) await categories.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(covered, `${width} px wide`).toEqual([])
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
