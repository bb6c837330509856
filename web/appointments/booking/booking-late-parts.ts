/**
 * All parts of the wizard after the service step. This file bundles them, and the page loads it after the first step,
 * because the first view needs none of them.
 */
export { VisitServices } from './visit-services.tsx'
export { BookingDateStep } from './booking-date-step.tsx'
export { BookingTimeStep } from './booking-time-step.tsx'
export { ReservedTime } from './slot-reservation.tsx'
export { BookingConfirmDialog } from './booking-confirm-dialog.tsx'
export { DepositLine } from './booking-notes.tsx'
export { BookingContinued, BookingDone, BookingNotOpen } from './booking-end-pages.tsx'
