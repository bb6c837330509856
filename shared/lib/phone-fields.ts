import { fieldMessages } from './field-messages.ts'
import { optionalText } from './fields.ts'
import { isPhone } from './phone.ts'

/** A phone number as a person types it, or nothing. */
export const optionalPhone = optionalText(40).refine((text) => text === null || isPhone(text), fieldMessages.phone)

/** A number that is passed on from somebody's record, where it may have been typed under older rules; or nothing. */
export const recordedPhone = optionalText(40).refine(
  (text) => text === null || /^(?:[\s()+./-]*\d){3,20}[\s()./-]*$/.test(text),
  fieldMessages.phone,
)
