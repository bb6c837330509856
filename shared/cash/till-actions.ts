/** What happens at a till without leaving a document: a deleted line, a dropped order, an opened drawer. */
export const TILL_ACTION_KINDS = ['line_deleted', 'order_dropped', 'drawer_opened'] as const
export type TillActionKind = (typeof TILL_ACTION_KINDS)[number]

/** The maximum number of actions that one call reports. */
export const MOST_TILL_ACTIONS = 50

/** The maximum number of characters of what was deleted or dropped, or of the reason of an opening. */
export const MOST_TILL_ACTION_TEXT = 200
