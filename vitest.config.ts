import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const setupFiles = ['./scripts/test/leave-no-trace.ts', './scripts/test/fail-on-console-error.ts']

/** Speed is a matter of the benchmarks; a busy machine must not look like a broken program. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    // One worker for each core; Vitest's own choice leaves one free, which on two cores is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'],
          // Half an hour off the full hour and far from Manila: a zone that leaks into a pure rule fails here.
          env: { TZ: 'America/St_Johns' },
          setupFiles,
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['./server/test/global-setup.ts'],
          setupFiles: [...setupFiles, './server/test/set-up-file.ts'],
          isolate: false,
          ...patience,
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
          ...patience,
        },
      },
    ],
  },
})
