/** The number of parts with unsaved changes, such as a form and a dialog over it. */
let holders = 0

/** Router state of a link that deliberately discards typed values, because it leads to the existing person. */
export const skipUnsavedPrompt = { skipUnsavedPrompt: true } as const

export const skipsUnsavedPrompt = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'skipUnsavedPrompt' in state

/** Registers (true) or unregisters (false) unsaved changes, about which leaving the page asks. */
export function registerUnsavedChanges(unsaved: boolean): void {
  holders += unsaved ? 1 : -1
}

export const hasUnsavedChanges = (): boolean => holders > 0
