/** How many hours before the start a client may still move or cancel their own visit; 0: until it begins. */
export type SelfServicePolicy = { move_notice_hours: number; cancel_notice_hours: number }

/** The longest notice that a clinic can require: a week. */
export const MAX_NOTICE_HOURS = 168
