import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { disabledByPlaywright } from './scripts/test/disabled-features.ts'
import { findChromium } from './scripts/test/find-chromium.ts'
import { keepTestDataInMemory } from './scripts/test/memory-disk.ts'

keepTestDataInMemory()

/**
 * Chromium features that are switched off in addition to Playwright's list: suggestions below the address bar, which
 * load a page of their own for each window, and spare processes for pages that might be opened. No test needs them, and
 * they took a quarter of the time of a test.
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
  // The tests of a file share its clinic and run one after another; several files run in parallel. A test spends half of
  // its time waiting for frames and pauses in typing, so twice as many workers as cores keep the cores busy.
  workers: Math.min(2 * availableParallelism(), 8),
  forbidOnly: true,
  // The timeouts are generous, so that a busy machine does not fail tests. The benchmarks measure speed.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Other systems draw letters differently, and the reference pictures were taken on Linux.
  ignoreSnapshots: process.platform !== 'linux',
  use: {
    // Recording the steps and requests of each test took an eighth of the run's processor time:
    // `npx playwright test --trace on <file>` records those of a failed test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        // Without this option the headless shell aligns letters to whole pixels, so its pictures differ from those of
        // the full browser.
        '--font-render-hinting=none',
        '--disable-background-networking',
        // A test uses a page for about a second, and optimizing the page's code took a fifth of the time of all pages.
        '--js-flags=--no-maglev --no-turbofan',
        `--disable-features=${[...(await disabledByPlaywright()), ...withoutFeatures].join()}`,
      ],
    },
  },
})
