export const WEBHOOK_ERRORS = [
  'timeout',
  'private-address',
  'no-such-host',
  'refused',
  'certificate',
  'broken',
] as const
/** Why a request to a webhook's address got no answer. */
export type WebhookError = (typeof WEBHOOK_ERRORS)[number]

export const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const STOP_REASONS = ['failures', 'gone'] as const
/** Why Mutya has switched a webhook off: three days of failures, or the receiver answered 410 Gone. */
export type StopReason = (typeof STOP_REASONS)[number]
