import { beforeEach, vi } from 'vitest'

/** The date of the sample data. */
export const TODAY = '2026-11-21'

/** Sets the clock to 9 AM of `TODAY` before each test, so that the date cannot change while a test runs. */
export const withMorning = () => beforeEach(() => void vi.setSystemTime(new Date(`${TODAY}T09:00:00+08:00`)))
