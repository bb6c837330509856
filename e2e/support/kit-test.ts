import type { Page } from '@playwright/test'
import { axeOn, expect, test as base } from '../fixtures.ts'
import { serveKit, type KitServer } from './kit-server.ts'

type Look = { width?: number; height?: number; theme?: 'light' | 'dark'; lists?: boolean }
/** `lists: false` hides the kit's charts and tables, which halves the time of the axe check. */
type OpenKit = (look?: Look) => Promise<Page>

/**
 * A test of the page that shows all components of the interface (the kit), which `openKit` opens. The test fails if the
 * page violates the content security policy or logs an error to the console.
 */
export const test = base.extend<{ openKit: OpenKit }, { kit: KitServer }>({
  kit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const kit = await serveKit()
      await use(kit)
      await kit.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  openKit: async ({ page, kit }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    await use(async ({ width = 1280, height = 900, theme = 'light', lists = true } = {}) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // Sets the theme only on the first load, because a test may choose another theme and reload.
      await page.addInitScript((first) => {
        if (localStorage.getItem('mutya.theme') === null) localStorage.setItem('mutya.theme', first)
      }, theme)
      await page.goto(lists ? kit.url : `${kit.url}?without=lists`)
      await expect(page.getByRole('heading', { name: 'Buttons' })).toBeVisible()
      return page
    })
    expect(problems).toEqual([])
  },
})

/**
 * Checks WCAG 2.2 AA with an open popup. The library's focus guards are excluded, because they pass the focus on at
 * once (dequelabs/axe-core#4832). So is the rule that all content must be in a landmark, which does not suit popups.
 */
export async function expectPopupAccessible(page: Page): Promise<void> {
  const { violations } = await (
    await axeOn(page)
  )
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' … ')}`)).toEqual([])
}

export { expect }
