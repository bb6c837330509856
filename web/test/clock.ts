import { beforeEach, vi } from 'vitest'

/** The date of the samples. */
export const TODAY = '2026-11-21'

/** For files whose screens look at the clock: it shows nine in the morning of `TODAY`, and no test runs into a midnight. */
export const withMorning = () => beforeEach(() => void vi.setSystemTime(new Date(`${TODAY}T09:00:00+08:00`)))
