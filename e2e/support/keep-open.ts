import type { Locator } from '@playwright/test'

/**
 * Moves the pointer over a toast, which keeps it open: a toast ends after some seconds, and a check of the whole page
 * takes longer than that on a slow machine.
 */
export const keepOpen = (notices: Locator): Promise<void> => notices.getByRole('group').hover()
