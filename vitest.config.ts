import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { keepTestDataInMemory } from './scripts/test/memory-disk.ts'

keepTestDataInMemory()

const setupFiles = ['./scripts/test/leave-no-trace.ts', './scripts/test/fail-on-console-error.ts']

/** The timeouts are generous, so that a busy machine does not fail tests. The benchmarks measure speed. */
const testTimeouts = { testTimeout: 600_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    // Starts one worker for each core. By default Vitest leaves one core free, which is half of a two-core machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'],
          // St. John's is far from Manila and half an hour off the full hour, so a test fails if code uses the
          // machine's zone.
          env: { TZ: 'America/St_Johns' },
          setupFiles,
          isolate: false,
          ...testTimeouts,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['./server/test/global-setup.ts'],
          setupFiles: [...setupFiles, './server/test/set-up-file.ts'],
          isolate: false,
          ...testTimeouts,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screen',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...setupFiles, './web/test/tidy-up.ts'],
          isolate: false,
          ...testTimeouts,
        },
      },
    ],
  },
})
