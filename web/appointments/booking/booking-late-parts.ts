/**
 * All parts of the wizard after the service step. The page loads them in one piece when a service is chosen, because
 * visitors who only look at services never need them.
 */
export { VisitServices } from './visit-services.tsx'
export { BookingDateStep } from './booking-date-step.tsx'
export { BookingTimeStep } from './booking-time-step.tsx'
export { ReservedTime } from './slot-reservation.tsx'
export { BookingConfirmDialog } from './booking-confirm-dialog.tsx'
export { BookingContinued, BookingDone, BookingNotOpen } from './booking-end-pages.tsx'
