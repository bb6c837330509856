import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'
import type { SelfServicePolicy } from '#shared/clinic/self-service.ts'

const upTo = (hours: number) =>
  hours === 0
    ? 'any time before the start'
    : plural(hours, { one: 'up to 1 hour before', other: `up to ${hours} hours before` })

/** Texts about what clients may change themselves. */
export const selfServiceMessages = defineMessages('appointments/self-service', {
  /** "Free to reschedule twice, up to 24 hours before; cancel any time before the start." */
  policy: ({ move_notice_hours: move, cancel_notice_hours: cancel }: SelfServicePolicy) =>
    `Free to reschedule twice, ${upTo(move)}; cancel ${upTo(cancel)}.`,
  afterwards: 'For a later change, please call us.',
})
