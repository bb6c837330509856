let isUnsaved = false

/** Notes whether the page holds changes that are not saved: what asks before it is left asks for them too. */
export function noteUnsavedChanges(unsaved: boolean): void {
  isUnsaved = unsaved
}

export const hasUnsavedChanges = (): boolean => isUnsaved
