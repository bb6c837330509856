import type { Page } from '@playwright/test'
import { clinicContract } from '#shared/clinic/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { OPENED_AT } from './support/clock.ts'

const header = (page: Page) => page.getByRole('banner')
const shownSlide = (page: Page) => page.getByRole('region', { name: 'Highlights' }).getByRole('group')

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

/** Changes the clinic's profile, runs `look` and restores the profile. */
async function withProfile(clinic: RunningClinic, changes: object, look: () => Promise<void>): Promise<void> {
  const admin = clinic.call(clinic.admin)
  const {
    needs_setup: _setup,
    logo_id: _logo,
    version: _version,
    ...before
  } = (await admin(clinicContract.read, {})).data
  await admin(clinicContract.save, { body: { ...before, ...changes } })
  await look()
  await admin(clinicContract.save, { body: before })
}

test('changed clinic data is shown to the next visitor, and HTML in the data is shown as plain text', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('anonymous')
  const name = `Tita's "Glow" <img src=x onerror=alert(1)> & Co`
  const changes = { name, facebook_url: 'https://facebook.com/titas', hours_text: 'Monday to Saturday' }
  await withProfile(clinic, changes, async () => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(name)
    await expect(footer).toContainText('Monday to Saturday')
    await expect(footer.getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', 'https://facebook.com/titas')
    await expect(footer.getByRole('link', { name: 'TikTok' })).toBeHidden()
    await page.goto('/BookAppointment')
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  })
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText('Perlas Clinic')
})

test('the landing page is readable without scripts', async ({ openAs }) => {
  const page = await openAs('anonymous')
  const html = await (await page.request.get('/')).text()
  for (const words of ['Your skin,', 'Botox injections', 'Our mission', 'Pricing, in the open', 'Perlas Clinic'])
    expect(html).toContain(words)
  expect(html).not.toContain('{{')
  expect(html).not.toContain(' style=')
})

test('the slides of the landing page advance automatically, and stop when a visitor presses Pause', async ({
  openAs,
}) => {
  const page = await openAs('anonymous', { ownClock: true, reducedMotion: 'no-preference' })
  await page.clock.install({ time: OPENED_AT.getTime() - 60_000 })
  // The clock is paused and advanced by the test, because a click takes an unknown time on a busy machine.
  await page.clock.pauseAt(OPENED_AT)
  await page.goto('/')
  await expect(shownSlide(page)).toHaveAccessibleName('1 of 3: The clinic')
  const slideAfterASecond = async () => {
    await page.clock.runFor(1_000)
    return shownSlide(page).getAttribute('aria-label')
  }
  // Polls for the second slide, because its five seconds begin only when the page's scripts have started.
  await expect.poll(slideAfterASecond).toBe('2 of 3: Medical-grade care')
  await page.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.clock.runFor(11_000)
  await expect(shownSlide(page)).toHaveAccessibleName('2 of 3: Medical-grade care')
  await page.getByRole('button', { name: 'Next slide' }).click()
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect(shownSlide(page)).toHaveAccessibleName('1 of 3: The clinic')
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expect(shownSlide(page)).toHaveAccessibleName('3 of 3: Quiet confidence')
  await page.getByRole('button', { name: 'Slide 2: Medical-grade care' }).click()
  await page.getByRole('button', { name: 'Play slideshow' }).click()
  await page.clock.runFor(5_100)
  await expect(shownSlide(page)).toHaveAccessibleName('3 of 3: Quiet confidence')
})

test('with reduced motion the slides of the landing page do not advance', async ({ openAs }) => {
  const page = await openAs('anonymous')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play slideshow' })).toBeVisible()
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

for (const width of [320, 390, 820, 1440])
  test(`the landing page is accessible at ${width} px`, async ({ openAs }) => {
    const page = await openAs('anonymous', { viewport: { width, height: 900 } })
    await page.goto('/')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    if (width >= 1024) {
      await expect(sections).toHaveText(['Services', 'About', 'Pricing', 'Testimonials', 'Contact'])
      await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
      return
    }
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
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
