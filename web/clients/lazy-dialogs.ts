import { lazy, useEffect } from 'react'
import { keepTrying } from '#web/lib/keep-trying.ts'

// The dialogs are no part of the first picture. They come right after it, so that a tap opens them at once.
const loaders = {
  add: async () => ({ default: (await import('./add-client-dialog.tsx')).AddClientDialog }),
  manual: async () => ({ default: (await import('./manual-client-dialog.tsx')).ManualClientDialog }),
  treatment: async () => ({ default: (await import('./add-treatment-dialog.tsx')).AddTreatmentDialog }),
  account: async () => ({ default: (await import('./create-account-dialog.tsx')).CreateAccountDialog }),
}

export const AddClientDialog = lazy(() => keepTrying(loaders.add))
export const ManualClientDialog = lazy(() => keepTrying(loaders.manual))
export const AddTreatmentDialog = lazy(() => keepTrying(loaders.treatment))
export const CreateAccountDialog = lazy(() => keepTrying(loaders.account))

/** Loads the dialogs behind the page; what fails now is asked for again when it is opened. */
export function useDialogsAhead(): void {
  useEffect(() => {
    Promise.all(Object.values(loaders).map((load) => load())).catch(() => undefined)
  }, [])
}
