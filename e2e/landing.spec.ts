import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const header = (page: Page) => page.getByRole('banner')

/** The twelve services of the specification, in its order. */
const serviceNames = [
  'Botox injections',
  'Lip fillers',
  'Radiesse filler',
  'CO2 resurfacing laser',
  'RF microneedling',
  'PRP microneedling facials',
  'Chemical peels',
  'Massage therapy',
  'Medical-grade skincare',
  'Gift cards',
  'Consultations',
  'Parties',
]

test('the landing page shows all sections, and every booking link opens the wizard', async ({ openAs }) => {
  const page = await openAs('anonymous')
  await page.goto('/')
  await expect(page).toHaveTitle(/^Perlas Clinic/)
  for (const name of ['Services', 'About', 'Pricing', 'Testimonials', 'Contact']) {
    const link = header(page).getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
    await link.click()
    await expect(page.locator(`#${name.toLowerCase()}`)).toBeInViewport()
  }
  const main = page.getByRole('main')
  const cards = main.locator('#services').getByRole('listitem')
  await expect(cards.getByRole('heading')).toHaveText(serviceNames)
  await expect(main.locator('#about').getByRole('term')).toHaveText(['Our style', 'Our mission'])
  await expect(main.locator('#contact').getByRole('link', { name: 'Book an appointment' })).toBeVisible()
  await expect(main.getByRole('list', { name: 'Price menus', exact: true }).getByRole('listitem')).toHaveCount(9)
  await expect(main.getByRole('list', { name: 'All price menus' }).getByRole('listitem')).toHaveCount(9)
  await expect(main.getByRole('list', { name: 'Testimonials' }).getByRole('listitem')).toHaveCount(7)
  await expect(main.getByRole('img', { name: '5 out of 5 stars' })).toHaveCount(7)
  await expect(main.getByText('Sample testimonials')).toBeVisible()
  // Cards of services that are in the catalogue link to the booking page, and all other cards to the contact section.
  const peels = cards.getByRole('link', { name: /^Chemical peels .* Book$/ })
  await expect(peels).toHaveAttribute('href', /^\/BookAppointment\?treatment=[\da-f-]{36}$/)
  await expect(cards.getByRole('link', { name: /Ask us$/ })).toHaveCount(11)
  await expect(cards.getByRole('link', { name: /^Gift cards/ })).toHaveAttribute('href', '#contact')
  const booking = await page.getByRole('link', { name: /^book/i }).all()
  expect(booking.length).toBeGreaterThanOrEqual(3)
  for (const link of booking) await expect(link).toHaveAttribute('href', '/BookAppointment')
  const pictures = cards.getByRole('presentation')
  await expect(pictures).toHaveCount(12)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'hello@clinic.test' })).toHaveAttribute(
    'href',
    'mailto:hello@clinic.test',
  )
  await expect(footer.getByRole('link', { name: '+63 2 8555 0100' })).toHaveAttribute('href', 'tel:+63285550100')
  await expect(footer).toContainText('12 Scout Street, Quezon City')
  await expect(footer).toContainText('By Appointment Only')
  const quickLinks = footer.getByRole('navigation', { name: 'Quick links' }).getByRole('link')
  await expect(quickLinks).toHaveText(['Services', 'About', 'Pricing', 'Testimonials', 'Contact', 'Login'])
  // The footer hides links to social networks that the clinic has not set.
  await expect(footer.getByText('Follow us')).toBeHidden()
})

test('the landing page is readable without scripts', async ({ openAs }) => {
  const page = await openAs('anonymous')
  const html = await (await page.request.get('/')).text()
  for (const words of ['Your skin,', 'Botox injections', 'Our mission', 'Pricing, in the open', 'Perlas Clinic'])
    expect(html).toContain(words)
  expect(html).not.toContain('{{')
  expect(html).not.toContain(' style=')
})

test('visitors can page through the price menus of the landing page and enlarge them', async ({ openAs }) => {
  const page = await openAs('anonymous')
  await page.goto('/')
  const pricing = page.getByRole('region', { name: 'Pricing, in the open' })
  await expect(pricing).toContainText('1 / 9')
  await pricing.getByRole('button', { name: 'Next menu' }).click()
  await expect(pricing.getByRole('button', { name: 'Show Injectables' })).toHaveAttribute('aria-current', 'true')
  await pricing.getByRole('button', { name: 'Show Packages' }).click()
  await expect(pricing.getByRole('button', { name: 'Next menu' })).toBeDisabled()
  const packages = pricing.getByRole('button', { name: /^Packages: First Visit Glow ₱4,500/ })
  await packages.click()
  const lightbox = page.getByRole('dialog', { name: 'Price menu' })
  await expect(lightbox).toContainText('Packages, 9 / 9')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox).toContainText('Signature facials, 1 / 9')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(packages).toBeFocused()
})

const waysIn = [
  ['anonymous', 'Login', '/login', 'BOOK NOW', '/BookAppointment'],
  ['client', 'Book Appointment', '/BookAppointment', 'Profile', '/Profile'],
  ['cashier', 'Book Appointment', '/BookAppointment', 'Cashier', '/cashier'],
  ['admin', 'Book Appointment', '/BookAppointment', 'Home', '/dashboard'],
] as const
for (const [who, quiet, quietHref, button, buttonHref] of waysIn)
  test(`the links in the header of the landing page lead to the pages for ${who}`, async ({ openAs }) => {
    const page = await openAs(who)
    await page.goto('/')
    await expect(header(page).getByRole('link', { name: button })).toHaveAttribute('href', buttonHref)
    await expect(header(page).getByRole('link', { name: quiet })).toHaveAttribute('href', quietHref)
    await expect(header(page).getByRole('link', { name: 'Login' })).toHaveCount(who === 'anonymous' ? 1 : 0)
  })

test('a link in the landing page’s header leads exactly to its section, although sections out of sight are laid out late', async ({
  openAs,
}) => {
  const page = await openAs('anonymous', { viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await header(page).getByRole('link', { name: 'Contact' }).click()
  const top = () => page.locator('#contact').evaluate((section) => Math.round(section.getBoundingClientRect().top))
  await expect.poll(top).toBe(96)
})

test('the landing page and its menu are accessible and fit on screens from 320 to 1440 px', async ({ openAs }) => {
  const page = await openAs('anonymous', { viewport: { width: 320, height: 900 } })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  for (const width of [320, 390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await menu.click()
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(sections).toHaveText(['Services', 'About', 'Pricing', 'Testimonials', 'Contact'])
  await expect(menu).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('on a phone the booking bar stays at the bottom of the window and covers nothing of the footer', async ({
  openAs,
}) => {
  const page = await openAs('anonymous', { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  const bar = page.locator('[data-bottom-bar]')
  await expect(bar).toHaveCount(0)
  await page.locator('#about').scrollIntoViewIfNeeded()
  await expect(bar).toBeVisible()
  const bottomOf = async (locator: typeof bar) => {
    const { y, height } = (await locator.boundingBox())!
    return y + height
  }
  expect(await bottomOf(bar)).toBeCloseTo(844, 0)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(async () => (await bottomOf(page.locator('footer'))) - (await bar.boundingBox())!.y).toBeLessThan(1)
})
