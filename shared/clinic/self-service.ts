/** Until how many hours before it begins a client may move or cancel an own visit; 0: until it begins. */
export type SelfServicePolicy = { move_notice_hours: number; cancel_notice_hours: number }

/** The longest notice that a clinic may ask for: a week. */
export const MAX_NOTICE_HOURS = 168
