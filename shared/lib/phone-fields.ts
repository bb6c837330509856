import { fieldMessages } from './messages.ts'
import { optionalText } from './fields.ts'
import { isPhone } from './phone.ts'

/** A typed phone number, or nothing. */
export const optionalPhone = optionalText(40).refine((text) => text === null || isPhone(text), fieldMessages.phone)

/** A number copied from a record, which may have been entered under older rules; or nothing. */
export const recordedPhone = optionalText(40).refine(
  (text) => text === null || /^(?:[\s()+./-]*\d){3,20}[\s()./-]*$/.test(text),
  fieldMessages.phone,
)
