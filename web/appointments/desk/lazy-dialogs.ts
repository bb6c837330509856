import { lazy, useEffect } from 'react'
import { keepTrying } from '#web/lib/keep-trying.ts'

// The desk's dialogs are no part of its first picture. They come right after it, so that a tap opens them at once.
const loaders = {
  cancel: async () => ({ default: (await import('./cancel-appointment-dialog.tsx')).CancelAppointmentDialog }),
  reschedule: async () => ({ default: (await import('./reschedule-dialog.tsx')).RescheduleDialog }),
  schedule: async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }),
  disable: async () => ({ default: (await import('./disabled-dates-dialogs.tsx')).DisableDateDialog }),
  undo: async () => ({ default: (await import('./disabled-dates-dialogs.tsx')).DisabledDateDialog }),
  walkIn: async () => ({ default: (await import('#web/clients/add-walk-in-dialog.tsx')).AddWalkInDialog }),
}

export const CancelAppointmentDialog = lazy(() => keepTrying(loaders.cancel))
export const RescheduleDialog = lazy(() => keepTrying(loaders.reschedule))
export const ScheduleDialog = lazy(() => keepTrying(loaders.schedule))
export const DisableDateDialog = lazy(() => keepTrying(loaders.disable))
export const DisabledDateDialog = lazy(() => keepTrying(loaders.undo))
export const AddWalkInDialog = lazy(() => keepTrying(loaders.walkIn))

/** Loads the dialogs behind the page; what fails now is asked for again when it is opened. */
export function useDialogsAhead(): void {
  useEffect(() => {
    Promise.all(Object.values(loaders).map((load) => load())).catch(() => undefined)
  }, [])
}
