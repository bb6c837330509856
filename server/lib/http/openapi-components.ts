/** A JSON value of the OpenAPI document. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** An operation with the name for its schemas. */
export type NamedOperation = { name: string; operation: JsonObject }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShape = (value: Json): value is JsonObject =>
  isObject(value) && value['type'] === 'object' && isObject(value['properties'])

/** True for the error schema without data of its own. */
const isError = ({ properties }: JsonObject) =>
  isObject(properties) && 'errors' in properties && !('data' in properties)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\W/g, '')

/** The part of a call that a key of the document contains. */
function placeOf(key: string): string {
  if (key === 'requestBody') return 'Body'
  if (/^[45]XX$/.test(key)) return 'Error'
  return /^2\d\d$/.test(key) ? 'Answer' : ''
}

/** Visits each object schema in a value with the nearest property name above it, inner ones first. */
function visitShapes(value: Json, name: string, visit: (shape: JsonObject, name: string) => void): void {
  if (Array.isArray(value)) return value.forEach((item) => visitShapes(item, name, visit))
  if (!isObject(value)) return
  for (const [key, part] of Object.entries(value)) {
    if (key !== 'properties' || !isObject(part)) visitShapes(part, name + placeOf(key), visit)
    else
      for (const [property, schema] of Object.entries(part))
        visitShapes(schema, `${name}${capitalized(property)}`, visit)
  }
  if (isShape(value)) visit(value, name)
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
export function shareSchemas(operations: readonly NamedOperation[]): JsonObject {
  const uses = new Map<string, { name: string; users: Set<string> }>()
  for (const { name, operation } of operations)
    visitShapes(operation, capitalized(name), (shape, shapeName) => {
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
  for (const { operation } of operations) refer(operation, names)
  const schemas = Array.from(names, ([text, name]): [string, Json] => {
    const schema = JSON.parse(text) as JsonObject
    refer(schema, names)
    return [name, schema]
  })
  return Object.fromEntries(schemas.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Replaces each named schema inside a value by a reference. A schema's text is read before its parts are replaced. */
function refer(value: Json, names: ReadonlyMap<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    const name = isShape(part) ? names.get(JSON.stringify(part)) : undefined
    if (name === undefined) refer(part, names)
    else (value as JsonObject)[key] = { $ref: `#/components/schemas/${name}` }
  }
}
