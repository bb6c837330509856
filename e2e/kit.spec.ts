import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { expect, expectPopupAccessible, test } from './support/kit-test.ts'
import { keepToastsOpen } from './support/toasts.ts'

test.describe.configure({ mode: 'default' })

/** The widths at which axe checks the kit in each theme: one for the layout with cards and one for that with tables. */
const axeWidths = { light: [320, 1440], dark: [390, 1440] } as const

for (const theme of ['light', 'dark'] as const)
  test(`in the ${theme} theme the component kit is accessible, and no element is wider than the screen`, async ({
    openKit,
  }) => {
    const page = await openKit({ theme, width: 820 })
    await expectNoSidewaysScroll(page)
    for (const width of axeWidths[theme]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

test('every clickable target of the component kit is at least 44 px high, and the bars of its chart are at least 44 px wide', async ({
  openKit,
}) => {
  const page = await openKit({ width: 390 })
  const small = await page.evaluate(() => {
    const targets = 'button, a[href], input, [role=switch], [role=checkbox], [role=radio], [role=tab], [role=combobox]'
    const isBar = (element: Element) => element.closest('ul[aria-label="Monthly sales"]') !== null
    return [...document.querySelectorAll(targets)]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .flatMap((element) => {
        // The whole label, toolbar or group around an element can be clicked, so its size counts.
        const area = element.closest('label, [role=toolbar], [role=group]') ?? element
        const { width, height } = area.getBoundingClientRect()
        const reach = getComputedStyle(element, '::after').inset === '-4px' ? 8 : 0
        const enough = isBar(element) ? width >= 43.9 && height >= 43.9 : height + reach >= 43.9
        return enough || width <= 1 ? [] : [`${element.outerHTML.slice(0, 90)} ${width} x ${height}`]
      })
  })
  expect(small).toEqual([])
})

test('a chosen theme is remembered on the device', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  await toggle.click()
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a dialog traps the focus, reports missing input, and returns the focus when it closes', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  const opener = page.getByRole('button', { name: 'Open dialog' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Add Client' })
  await expect(dialog).toHaveAccessibleDescription('The person can log in with the password below.')
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    // A focus guard at each end of the dialog moves the focus back inside.
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await dialog.getByLabel('Client Name').press('Enter')
  const name = dialog.getByLabel('Client Name')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAttribute('aria-required', 'true')
  await expect(name).toHaveAccessibleDescription('Please enter a client name')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a dialog that must be answered by its own buttons ignores Escape and scrolls with the keyboard', async ({
  openKit,
}) => {
  const page = await openKit({ width: 390, height: 700, lists: false })
  await page.getByRole('button', { name: 'Open long dialog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receipt Preview' })
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 10)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  const last = dialog.getByText('Line 30:')
  await expect(last).not.toBeInViewport()
  await dialog.locator('[tabindex="0"]').focus()
  await page.keyboard.press('End')
  await expect(last).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Print Receipt' })).toBeInViewport()
  await expectAccessible(page)
})

test('a confirmation focuses Cancel; Escape and Cancel decline, and the red button confirms', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  const question = page.getByRole('alertdialog')
  for (const answer of ['Escape', 'Cancel', 'Delete']) {
    await page.getByRole('button', { name: 'Ask: delete' }).click()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.mouse.click(10, 10)
    await expect(question).toBeVisible()
    if (answer === 'Escape') await page.keyboard.press('Escape')
    else await question.getByRole('button', { name: answer }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText(answer === 'Delete' ? 'Deleted' : 'Kept').first()).toBeVisible()
  }
})

test('a confirmation cannot be closed while its action runs, and a failure closes it and is reported', async ({
  openKit,
}) => {
  const page = await openKit({ lists: false })
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Ask: log out' }).click()
  const logOut = question.getByRole('button', { name: 'Logout' })
  const { width } = (await logOut.boundingBox())!
  await logOut.click()
  const busy = question.getByRole('button', { name: 'Logging out...' })
  await expect(busy).toBeDisabled()
  expect((await busy.boundingBox())!.width).toBe(width)
  await page.keyboard.press('Escape')
  await expect(busy).toBeVisible()
  await expect(page.getByText('Logged out successfully.')).toBeVisible()
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Ask: fails' }).click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Error! Failed to update appointment. Please try again.')).toBeVisible()
  await expect(question).toBeHidden()
})

test('an error message shows one line for each sentence and can be dismissed', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  await keepToastsOpen(page)
  await page.getByRole('button', { name: 'Toast: errors' }).click()
  const error = page.getByRole('alert', { name: 'Registration Failed' })
  await expect(error.locator('p')).toHaveText([
    'Registration Failed',
    'This e-mail is already used.',
    'At least 10 characters.',
    'Not your name.',
  ])
  await expectAccessible(page)
  await error.getByRole('button', { name: 'Dismiss' }).click()
  await expect(error).toBeHidden()
})

test('a toast that appears under the resting pointer still closes by itself', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  await page.mouse.move(1200, 110)
  await page.getByRole('button', { name: 'Toast: success' }).press('Enter')
  const success = page.getByRole('group', { name: 'Client added successfully!' })
  await expect(success).toBeVisible()
  const underThePointer = await page.evaluate(
    () => document.elementFromPoint(1200, 110)?.closest('[role=group]') !== null,
  )
  expect(underThePointer).toBe(true)
  await expect(success).toBeHidden()
})

test('a menu shows disabled items, and a list its selected option; a tooltip is accessible and closes on Escape', async ({
  openKit,
}) => {
  const page = await openKit({ lists: false })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Fullscreen' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await page.getByLabel('Select Treatment').click()
  await expect(page.getByRole('option', { name: 'Facials' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('option', { name: 'Laser' }).click()
  await expect(page.getByLabel('Select Treatment')).toHaveText('Laser')

  // Scrolling closes a tooltip, so the button is scrolled into view first.
  await page.getByRole('button', { name: 'Edit', exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Edit', exact: true }).hover()
  await expect(page.getByText('Edit', { exact: true })).toBeVisible()
  await expectPopupAccessible(page)
  await page.mouse.move(10, 300)
  await expect(page.getByText('Edit', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Edit', exact: true }).focus()
  await page.keyboard.press('Tab')
  const tooltip = page.locator('[data-tooltip-box]')
  await expect(tooltip).toHaveText('Delete')
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
})

test('in a dialog Escape first closes an open list, then the dialog, and clears no input', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  await page.getByRole('button', { name: 'Open dialog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('Services').fill('led')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectPopupAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Remove LED light' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Open dialog' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove LED light' })).toBeVisible()
})

const popups: [name: string, open: (page: Page) => Promise<void>, entry: 'option' | 'menuitem'][] = [
  ['a select', (page) => page.getByRole('combobox', { name: 'Select Treatment' }).click(), 'option'],
  ['suggestions', (page) => page.getByLabel('Customer Name').click(), 'option'],
  ['several choices', (page) => page.getByRole('combobox', { name: 'Select Add-ons' }).click(), 'option'],
  ['a menu', (page) => page.getByRole('button', { name: 'Open menu' }).click(), 'menuitem'],
]

for (const [name, open, entry] of popups)
  test(`the open popup (${name}) is accessible, with and without free space around it`, async ({ openKit }) => {
    const page = await openKit({ lists: false })
    for (const height of [900, 300]) {
      await page.setViewportSize({ width: 700, height })
      await open(page)
      await expect(page.getByRole(entry).first()).toBeVisible()
      await expectAccessible(page)
      // The rest of the page stays readable for screen readers while the popup is open.
      await expect(page.getByRole('heading', { name: 'Choices' })).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole(entry)).toHaveCount(0)
    }
  })

test('pressing Tab in an open popup never moves the focus to a hidden element around the popup', async ({
  openKit,
}) => {
  const page = await openKit({ lists: false })
  for (const [, open, entry] of popups) {
    for (const key of ['Tab', 'Shift+Tab']) {
      await open(page)
      await expect(page.getByRole(entry).first()).toBeVisible()
      await page.keyboard.press(key)
      await expect(page.locator('[data-base-ui-focus-guard]:focus, body:focus')).toHaveCount(0)
      await expect(page.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      // Waits until the popup has closed, because the next click could still hit it.
      await expect(page.getByRole(entry)).toHaveCount(0)
    }
  }
})
