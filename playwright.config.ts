import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { disabledByPlaywright } from './scripts/test/disabled-features.ts'
import { findChromium } from './scripts/test/find-chromium.ts'

/**
 * What Chromium shall leave out besides what Playwright leaves out: the suggestions below the address bar are a page of
 * their own for each window, and a spare process waits for each page that might be opened. Together they are a quarter of
 * what a test cost, and no test ever sees them.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'MultipleSpareRPHs',
]

export default defineConfig({
  testDir: 'e2e',
  // Opens the clinic that each test file gets a copy of.
  globalSetup: './e2e/support/sample-clinic.ts',
  // The tests of a file share its clinic and follow one another; files run side by side. A test waits for a quarter of its
  // time, for frames and for pauses in typing: one file more than there are cores keeps them busy.
  workers: Math.min(availableParallelism(), 7) + 1,
  forbidOnly: true,
  timeout: 90_000,
  // Speed is a matter of the benchmarks; a busy machine must not look like a broken screen.
  expect: { timeout: 15_000 },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Letters are drawn in another way on other systems; the pictures are Linux', where the checks run.
  ignoreSnapshots: process.platform !== 'linux',
  use: {
    // Steps, calls and console of a failed test, its picture at the end, and what the page showed. To keep the page at each
    // step as well costs an eighth of the run: `npx playwright test --trace on <file>` does it.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        `--disable-features=${[...(await disabledByPlaywright()), ...withoutFeatures].join()}`,
      ],
    },
  },
})
