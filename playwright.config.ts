import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/test/find-chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  // Opens the clinic that each test file gets a copy of.
  globalSetup: './e2e/support/sample-clinic.ts',
  // The tests of a file share its clinic and follow one another; files run side by side.
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  // Speed is a matter of the benchmarks; a busy machine must not look like a broken screen.
  expect: { timeout: 15_000 },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Letters are drawn in another way on other systems; the pictures are Linux', where the checks run.
  ignoreSnapshots: process.platform !== 'linux',
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    },
  },
})
