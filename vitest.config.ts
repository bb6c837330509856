import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const setupFiles = ['./scripts/test/fail-on-console-error.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'],
          // Half an hour off the full hour and far from Manila: a zone that leaks into a pure rule fails here.
          env: { TZ: 'America/St_Johns' },
          setupFiles,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['./server/test/global-setup.ts'],
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screen',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles,
          testTimeout: 30_000,
        },
      },
    ],
  },
})
