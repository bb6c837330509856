import { beforeEach, vi } from 'vitest'

/** The date of the sample data. */
export const TODAY = '2026-11-21'

/** For screens that use the clock: sets it to nine in the morning of `TODAY`, so that no test runs into midnight. */
export const withMorning = () => beforeEach(() => void vi.setSystemTime(new Date(`${TODAY}T09:00:00+08:00`)))
