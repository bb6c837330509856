/** A JSON value of the OpenAPI document. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** An operation of the OpenAPI document, with the name from which the names of its schemas are made. */
export type NamedOperation = { name: string; operation: JsonObject }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isObjectSchema = (value: Json): value is JsonObject =>
  isObject(value) && value['type'] === 'object' && isObject(value['properties'])

/** True for the schema of errors that have no `data`, which most calls share. */
const isError = ({ properties }: JsonObject) =>
  isObject(properties) && 'errors' in properties && !('data' in properties)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\W/g, '')

/** The word that a key of an operation adds to the names of the schemas below it. */
function partNameOf(key: string): string {
  if (key === 'requestBody') return 'Body'
  if (/^[45]XX$/.test(key)) return 'Error'
  return /^2\d\d$/.test(key) ? 'Answer' : ''
}

/**
 * Calls `visit` for each object schema in a value, inner schemas first, with a name made of the property names above
 * it.
 */
function visitObjectSchemas(value: Json, name: string, visit: (shape: JsonObject, name: string) => void): void {
  if (Array.isArray(value)) return value.forEach((item) => visitObjectSchemas(item, name, visit))
  if (!isObject(value)) return
  for (const [key, part] of Object.entries(value)) {
    if (key !== 'properties' || !isObject(part)) visitObjectSchemas(part, name + partNameOf(key), visit)
    else
      for (const [property, schema] of Object.entries(part))
        visitObjectSchemas(schema, `${name}${capitalized(property)}`, visit)
  }
  if (isObjectSchema(value)) visit(value, name)
}

/** Returns a unique name: a second schema of the same name gets a number. */
function uniqueName(wanted: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`
    if (!taken.has(name)) return name
  }
}

/**
 * Extracts schemas that occur in several calls, named after the first call and the property above them, and replaces
 * them by references.
 */
export function extractSharedSchemas(operations: readonly NamedOperation[]): JsonObject {
  const uses = new Map<string, { name: string; users: Set<string> }>()
  for (const { name, operation } of operations)
    visitObjectSchemas(operation, capitalized(name), (shape, shapeName) => {
      const text = JSON.stringify(shape)
      const use = uses.get(text) ?? { name: isError(shape) ? 'Error' : shapeName, users: new Set() }
      use.users.add(name)
      uses.set(text, use)
    })
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [text, { name, users }] of uses) {
    if (users.size < 2) continue
    const own = uniqueName(name, taken)
    taken.add(own)
    names.set(text, own)
  }
  for (const { operation } of operations) replaceByReferences(operation, names)
  const schemas = Array.from(names, ([text, name]): [string, Json] => {
    const schema = JSON.parse(text) as JsonObject
    replaceByReferences(schema, names)
    return [name, schema]
  })
  return Object.fromEntries(schemas.toSorted(([a], [b]) => a.localeCompare(b)))
}

/**
 * Replaces each named schema inside a value by a reference. A schema is looked up by its text, so this happens before
 * the schemas inside it are replaced.
 */
function replaceByReferences(value: Json, names: ReadonlyMap<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    const name = isObjectSchema(part) ? names.get(JSON.stringify(part)) : undefined
    if (name === undefined) replaceByReferences(part, names)
    else (value as JsonObject)[key] = { $ref: `#/components/schemas/${name}` }
  }
}
