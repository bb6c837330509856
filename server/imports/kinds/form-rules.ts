import { z } from 'zod'

/**
 * Caches the compiled rules of forms by schema, because checking thousands of rows with compiled rules takes a third of
 * the time and creates less garbage.
 */
const compiled = new WeakMap<z.ZodType, z.ZodType>()

function compile<Body>(body: z.ZodType<Body>): z.ZodType<Body> {
  const known = compiled.get(body) as z.ZodType<Body> | undefined
  if (known) return known
  const fast = z.compile(body)
  compiled.set(body, fast)
  return fast
}

type Refusing = {
  nameOf: (field: string) => string
  reasons: string[]
  /**
   * Error messages by field that replace those of the form and quote the refused value. A form shows the value beside
   * its message, and an import does not.
   */
  instead?: Readonly<Record<string, string>>
}

/**
 * Applies the rules of a form to values of a row, so that an import accepts exactly what the form accepts. Returns what
 * the form would store. If the form refuses values, adds a reason for each and returns undefined.
 */
export function acceptAsForm<Body>(
  body: z.ZodType<Body>,
  values: object,
  { nameOf, reasons, instead = {} }: Refusing,
): Body | undefined {
  const checked = compile(body).safeParse(values)
  for (const { path, message } of checked.error?.issues ?? []) {
    // An error in an element of a list, such as a tag, is reported under the name of the list.
    const field = path.filter((part) => typeof part === 'string').at(-1) ?? ''
    const sentence = instead[field] ?? `${nameOf(field)}: ${message}`
    if (!reasons.includes(sentence)) reasons.push(sentence)
  }
  return checked.data
}
