/** The end of the wizard, loaded while the person chooses a time: the confirm dialog and what follows it. */
export { BookingConfirmDialog } from './booking-confirm-dialog.tsx'
export { BookingDone } from './booking-done.tsx'
