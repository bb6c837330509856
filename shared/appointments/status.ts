import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'

export const APPOINTMENT_STATUSES = ['pending', 'confirmed', 'on-going', 'completed', 'resched', 'cancelled'] as const
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number]

/** Why an appointment was cancelled. */
export const CANCEL_REASONS = ['client', 'no-show', 'clinic', 'other'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/**
 * The reasons that are stored: those that people choose, and `lapsed` when a first visit expired before the clinic had
 * answered it.
 */
export const STORED_CANCEL_REASONS = [...CANCEL_REASONS, 'lapsed'] as const
export type StoredCancelReason = (typeof STORED_CANCEL_REASONS)[number]

const moves: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  pending: ['confirmed', 'cancelled', 'resched'],
  confirmed: ['on-going', 'resched', 'cancelled'],
  resched: ['confirmed', 'on-going', 'resched', 'cancelled'],
  'on-going': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

/**
 * The status of an appointment after a move. A pending appointment that its client moves still awaits the clinic's
 * answer; a move by staff counts as this answer.
 */
export const statusAfterMove = (from: AppointmentStatus, by: 'client' | 'staff'): AppointmentStatus =>
  by === 'client' && from === 'pending' ? 'pending' : 'resched'

/**
 * For each kind of change that a client makes: the statuses that a visit can have while staff have not answered the
 * change.
 */
export const UNANSWERED_STATUSES = {
  requested: ['pending'],
  cancelled: ['cancelled'],
  moved: ['pending', 'resched'],
} as const satisfies Record<string, AppointmentStatus[]>

/** The statuses an appointment may move to; completed and cancelled are final. */
export const transitionsFrom = (status: AppointmentStatus): readonly AppointmentStatus[] => moves[status]
export const canTransition = (from: AppointmentStatus, to: AppointmentStatus): boolean => moves[from].includes(to)

/** True for statuses in which a visit occupies its slots; a completed visit occupied them only in the past. */
export const isActive = (status: AppointmentStatus): boolean => status !== 'completed' && status !== 'cancelled'

/** The unfinished statuses, in the order of a visit. */
export const OPEN_STATUSES = ['pending', 'confirmed', 'resched', 'on-going'] as const satisfies AppointmentStatus[]

/** Statuses in which a visit can be paid. */
export const PAYABLE_STATUSES = ['confirmed', 'on-going', 'resched', 'completed'] as const satisfies AppointmentStatus[]

/** The business dates whose visits the till offers on `today`: from 30 days ago until tomorrow. */
export const payableDays = (today: CivilDate): { from: CivilDate; to: CivilDate } => ({
  from: addDays(today, -30),
  to: addDays(today, 1),
})

type PaidOrNot = { status: AppointmentStatus; is_paid: boolean; appointment_date: CivilDate }

/** True when the till can sell this visit on `today`. */
export function isPayable({ status, is_paid, appointment_date: date }: PaidOrNot, today: CivilDate): boolean {
  const { from, to } = payableDays(today)
  return !is_paid && PAYABLE_STATUSES.some((payable) => payable === status) && from <= date && date <= to
}

/** Statuses in which a visit without a sale counts as unpaid, because the treatment has begun. */
export const OWED_STATUSES = ['on-going', 'completed'] as const satisfies AppointmentStatus[]

/** True when the treatment has begun or is over, and the visit is not paid. */
export const isUnpaid = ({ status, is_paid }: Omit<PaidOrNot, 'appointment_date'>): boolean =>
  !is_paid && OWED_STATUSES.some((owed) => owed === status)

/** True when the client has arrived or the visit is over: only such a visit can await payment. */
export const hasCome = ({ status, arrived_at }: { status: AppointmentStatus; arrived_at: string | null }): boolean =>
  arrived_at !== null || OWED_STATUSES.some((owed) => owed === status)

/**
 * Statuses of visits that have not begun. Cancelling all visits of a client cancels those with one of these statuses.
 */
export const NOT_BEGUN_STATUSES = ['pending', 'confirmed', 'resched'] as const satisfies AppointmentStatus[]

/** Statuses in which a client may still cancel. */
export const CLIENT_CANCELLABLE_STATUSES = NOT_BEGUN_STATUSES
