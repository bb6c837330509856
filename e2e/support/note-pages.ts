import type { BrowserContext, TestInfo } from '@playwright/test'
import { PAGE_AT_FAILURE } from '../../scripts/test/count-results.ts'

/** The most characters of a page that the report contains. A page of the till has about 1,500. */
const MOST_CHARACTERS = 3_000

/**
 * Notes in the report what each open page shows, with its alerts and dialogs, so that a failure on another machine can
 * be understood from the log alone.
 */
export async function notePages(contexts: BrowserContext[], { annotations }: TestInfo): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: Error) => `No text: ${error.message.split('\n')[0]}`)
    const line = text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MOST_CHARACTERS)
    annotations.push({ type: PAGE_AT_FAILURE, description: `${page.url()} shows: ${line}` })
  }
}
