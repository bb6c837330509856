/** How many parts of the page hold such changes: a dialog over a form that is filled in is a second one. */
let holders = 0

/** State of a link that is chosen instead of what was typed: it leads to the person who is on file already. */
export const insteadOfTyped = { insteadOfTyped: true } as const

export const isInsteadOfTyped = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'insteadOfTyped' in state

/**
 * Notes that a part of the page holds changes that are not saved, and, with false, that it no longer does: what asks
 * before the page is left asks for them too.
 */
export function noteUnsavedChanges(unsaved: boolean): void {
  holders += unsaved ? 1 : -1
}

export const hasUnsavedChanges = (): boolean => holders > 0
