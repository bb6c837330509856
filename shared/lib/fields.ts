import { z } from 'zod'
import { fieldMessages } from './messages.ts'
import { isCivilDate } from './manila-time.ts'

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

// A field without its own message gets a general one, because zod's messages are for programmers.
z.config({
  localeError: ({ code, input }) =>
    code === 'unrecognized_keys'
      ? fieldMessages.unknownField
      : isMissing(input)
        ? fieldMessages.required
        : fieldMessages.notValid,
})

// Control characters (but tab and line breaks) have no place in names and notes, and NUL cannot be stored at all.
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/
/** False for text that the database cannot store or nobody can have typed. */
export const storable = (text: string) => !controlCharacters.test(text) && !/\p{Surrogate}/u.test(text)

/**
 * Matches a character that can be seen. Text of only spaces, joiners, fillers and combining marks is invisible on
 * screens.
 */
const somethingVisible = /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u
/** Matches breaks of lines and paragraphs, and tabs, because they would break a table cell or a receipt line. */
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/
/** Matches marks that change the direction of text. They would also affect the text that follows a name. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** A UUID, the format of all ids. */
export const id = z.uuid(fieldMessages.id)

/** Text that must not be blank, trimmed. */
export const requiredText = (max = 200, sentence: string = fieldMessages.required) =>
  z
    .string(sentence)
    .trim()
    .min(1, { error: sentence, abort: true })
    .max(max, fieldMessages.tooLong(max))
    .refine(storable, fieldMessages.noControlCharacters)
    .refine((text) => somethingVisible.test(text), sentence)

/** Text that may be missing, null or blank; all three become null. */
export const optionalText = (max = 200) =>
  z
    .string()
    .trim()
    .max(max, fieldMessages.tooLong(max))
    .refine(storable, fieldMessages.noControlCharacters)
    .nullish()
    .transform((text) => (text && somethingVisible.test(text) ? text : null))

type Name = z.ZodType<string | null>
const asName = <S extends Name>(text: S): S =>
  text
    .refine((name) => name === null || !lineBreak.test(name), fieldMessages.oneLine)
    .refine((name) => name === null || !directionMark.test(name), fieldMessages.noControlCharacters)

/** A name: visible, on one line, and without marks that change the direction of other text. */
export const requiredName = (max = 120, sentence?: string) => asName(requiredText(max, sentence))

/** A name that may be missing, null or blank; all three become null. */
export const optionalName = (max = 120) => asName(optionalText(max))

/**
 * Matches web addresses: `https://`, `www.`, and `clinic.ph` or `evil.com/x`, where a dot joins letters without a
 * space. Does not match names such as `J.R. Cruz`, `Ma.Luz` and `St.Clair`.
 */
const webAddress =
  /:\/\/|\bwww\.|(?<![\p{L}\p{N}-])(?!(?:ma|sta?|sto|dra?|mrs?|ms|jr|sr|fr|atty|engr|prof)\.)[\p{L}\p{N}-]{2,}\.(?:\p{L}{2,3}|info|online|site|shop|store|click|link|live|club|xn--[a-z0-9-]+)(?:[/?#:]|[^\p{L}\p{N}.-]|$)/iu

/** A name that a visitor enters. It may appear in the clinic's e-mails, so it must not contain a web address. */
export const requiredPersonName = (max = 120, sentence?: string) =>
  requiredName(max, sentence).refine((name) => !webAddress.test(name), fieldMessages.noWebAddress)

/** An e-mail address, trimmed and lower-cased. */
export const email = z
  .string(fieldMessages.email)
  .trim()
  .toLowerCase()
  .max(254, fieldMessages.tooLong(254))
  .pipe(z.email(fieldMessages.email))

/**
 * Requires a value: if it is missing, null or blank, the error is `sentence`. Any other value is validated by `field`.
 */
export const filled = <S extends z.ZodType<string, string>>(field: S, sentence: string) =>
  z
    .string(sentence)
    .refine((text) => text.trim() !== '', sentence)
    .pipe(field)

/** An e-mail address, or nothing (missing, null and blank become null). */
export const optionalEmail = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)
  .pipe(z.union([z.null(), email], fieldMessages.email))

/** A date that exists in the calendar, as `YYYY-MM-DD`. */
export const civilDate = z.string(fieldMessages.date).refine(isCivilDate, fieldMessages.date)

/** A time of day as `HH:mm:ss`. */
export const civilTime = z.string(fieldMessages.time).regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, fieldMessages.time)

/** A value other than a text in a multipart form, encoded as JSON. */
export const jsonInForm = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: fieldMessages.notValid })
        return z.NEVER
      }
    })
    .pipe(schema)

/** A boolean in a multipart form. */
export const flagInForm = z.enum(['true', 'false']).transform((flag) => flag === 'true')

export const quantity = z
  .number(fieldMessages.quantity)
  .int(fieldMessages.quantity)
  .min(1, fieldMessages.quantity)
  .max(999, fieldMessages.quantityAtMost(999))

/** An instant in a response, ISO 8601 with offset. */
export const instant = z.string()

/** A row's version, sent back as `If-Match`, so that a stale form overwrites nothing newer. */
export const version = z.number().int()

/** The response of calls that only report success. */
export const messageAnswer = z.object({ message: z.string() })

/** The body of calls without input: missing, null or empty. */
export const noBody = z.strictObject({}).nullish()

/** A body in which unknown fields are refused (such as a price, a role or an id that the caller may not set). */
export const strictBody = <S extends z.core.$ZodLooseShape>(shape: S) => z.strictObject(shape)
