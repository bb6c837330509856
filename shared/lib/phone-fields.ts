import { fieldMessages } from './messages.ts'
import { optionalText } from './fields.ts'
import { isPhone } from './phone.ts'

/** A typed phone number that may be missing, null or blank; all three become null. */
export const optionalPhone = optionalText(40).refine((text) => text === null || isPhone(text), fieldMessages.phone)

/**
 * A phone number copied from a record, or null. Its check is weaker, because it may have been stored under older rules.
 */
export const recordedPhone = optionalText(40).refine(
  (text) => text === null || /^(?:[\s()+./-]*\d){3,20}[\s()./-]*$/.test(text),
  fieldMessages.phone,
)
