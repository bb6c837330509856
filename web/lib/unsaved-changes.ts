let isUnsaved = false

/** State of a link that is chosen instead of what was typed: it leads to the person who is on file already. */
export const insteadOfTyped = { insteadOfTyped: true } as const

export const isInsteadOfTyped = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'insteadOfTyped' in state

/** Notes whether the page holds changes that are not saved: what asks before it is left asks for them too. */
export function noteUnsavedChanges(unsaved: boolean): void {
  isUnsaved = unsaved
}

export const hasUnsavedChanges = (): boolean => isUnsaved
