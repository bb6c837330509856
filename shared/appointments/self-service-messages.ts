import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'
import type { SelfServicePolicy } from '#shared/clinic/self-service.ts'

const hoursBefore = (hours: number) =>
  hours === 0
    ? 'until it begins'
    : plural(hours, { one: 'until 1 hour before it begins', other: `until ${hours} hours before it begins` })

/** What clients may change by themselves, wherever they read it. */
export const selfServiceMessages = defineMessages('appointments/self-service', {
  /** «You can move a visit twice, until 24 hours before it begins, and cancel it until it begins.» */
  policy: ({ move_notice_hours: move, cancel_notice_hours: cancel }: SelfServicePolicy) =>
    `You can move a visit twice, ${hoursBefore(move)}, and cancel it ${hoursBefore(cancel)}.`,
  afterwards: 'For a later change, please call us.',
})
