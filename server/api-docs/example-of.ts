import type { z } from 'zod'

/** The parts of a JSON schema that the contracts use. */
export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  pattern?: string
  format?: string
  minLength?: number
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
}

/** An example of a QR Ph payment code, which names no real account. */
const QR_PH =
  '00020127590012com.p2pqrpay0111GXCHPHM2XXX0208999644030412DWQM4TK3JDNZ5204601653036085802PH5912JU*N D*** C.6006Makati6304617F'

const ID = '01932f10-7c00-7a00-8000-00000000c11e'

const ofFormat: Record<string, string> = {
  uuid: ID,
  email: 'maria.santos@example.ph',
  date: '2026-11-24',
  time: '09:00:00',
  'date-time': '2026-11-24T09:00:00+08:00',
  uri: 'https://clinic.example.ph',
}

/** Example values by the name of a field; the first pattern that matches the name is used. */
const byName: readonly [RegExp, string][] = [
  [/^url$|web_address/, 'https://example.com/mutya'],
  [/password/, 'pearl of the orient'],
  [/email|sender_address/, 'maria.santos@example.ph'],
  [/^qr_ph$/, QR_PH],
  [/card_number$/, '2222-2222-2222'],
  [/(contact|phone|mobile).*number|^phone/, '0917 123 4567'],
  [/(_at|timestamp)$/, '2026-11-24T09:00:00+08:00'],
  [/(date|_on|^from|^to|day|until)$/, '2026-11-24'],
  [/(time|opens|closes|starts|ends)$/, '09:00:00'],
  [/(^|_)id$/, ID],
  [/(service|treatment|add_?on)s?_name$/i, 'Diamond peel'],
  [/first_name$/, 'Maria'],
  [/last_name$/, 'Santos'],
  [/name$/, 'Maria Santos'],
  [/reason$/, 'Asked for by the client'],
  [/notes?$|text$|message$/, 'Prefers the morning'],
]

/** Further example values for a field with a pattern, used if the value for its name does not match the pattern. */
const others = [...Object.values(ofFormat), '09:00', '123456', '123-456-789-00000', '#7c3f58', '2026', 'a']

function textFor({ format, pattern, minLength = 0 }: JsonSchema, name: string): string {
  const named = byName.find(([end]) => end.test(name))?.[1] ?? 'Example'
  const values = [...(format !== undefined && ofFormat[format] ? [ofFormat[format]] : []), named, ...others]
  const form = pattern === undefined ? null : new RegExp(pattern, 'u')
  const found = values.find((value) => form === null || form.test(value)) ?? named
  return found.padEnd(minLength, 'a')
}

function numberFor({ minimum, exclusiveMinimum, type }: JsonSchema, name: string): number {
  if (/price|amount|money|total|cash/.test(name)) return 1500
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
  return Math.max(least, type === 'integer' ? 1 : least)
}

/** Makes an example value for a JSON schema, with all of its fields or, with `onlyRequired`, only the required ones. */
function sampleOf(schema: JsonSchema, name: string, onlyRequired: boolean): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return sampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name, onlyRequired)
  if (schema.type === 'array') {
    const isLeftOut = onlyRequired && !schema.minItems
    return isLeftOut || !schema.items ? [] : [sampleOf(schema.items, name.replace(/s$/, ''), onlyRequired)]
  }
  if (schema.type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {})
    const shown = fields.filter(([field]) => !onlyRequired || schema.required?.includes(field))
    return Object.fromEntries(shown.map(([field, part]) => [field, sampleOf(part, field, onlyRequired)]))
  }
  if (schema.type === 'string') return textFor(schema, name)
  if (schema.type === 'number' || schema.type === 'integer') return numberFor(schema, name)
  return schema.type === 'boolean' ? true : null
}

/**
 * Returns an example that the contract accepts, with as many fields as possible. Returns undefined if no example can be
 * generated, because the contract has a rule that compares fields with each other.
 */
export function exampleOf(schema: JsonSchema, contract: z.ZodType): unknown {
  const samples = [false, true].map((onlyRequired) => sampleOf(schema, '', onlyRequired))
  return samples.find((sample) => contract.safeParse(sample).success)
}
