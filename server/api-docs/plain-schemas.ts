/** A JSON value of the OpenAPI document. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0

/**
 * Simplifies `anyOf`: with one schema it becomes this schema, and with an empty schema, which allows any value, it is
 * removed.
 */
function withoutNeedlessChoice(schema: JsonObject): JsonObject {
  const { anyOf, ...others } = schema
  if (!Array.isArray(anyOf)) return schema
  if (anyOf.some(isEmpty)) return others
  const [only] = anyOf
  return anyOf.length === 1 && isObject(only) ? { ...only, ...others } : schema
}

/**
 * If a schema lists all keys that an object may have, returns a schema with a named property for each key instead,
 * because more OpenAPI tools understand named properties.
 */
function withNamedProperties(schema: JsonObject): JsonObject {
  const { propertyNames, additionalProperties, ...others } = schema
  const { required } = schema
  if (!isObject(propertyNames) || !Array.isArray(propertyNames['enum'])) return schema
  if (!isObject(additionalProperties) || !Array.isArray(required)) return schema
  const properties = Object.fromEntries(required.map((key) => [key as string, structuredClone(additionalProperties)]))
  return { ...others, properties, additionalProperties: false }
}

/** Leaves out the limits that zod adds to each integer, because they only say which integers JavaScript can store. */
const withoutSafeIntegers = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([key, value]) =>
        !(key === 'minimum' && value === Number.MIN_SAFE_INTEGER) &&
        !(key === 'maximum' && value === Number.MAX_SAFE_INTEGER),
    ),
  )

/**
 * Returns a part of the OpenAPI document with simpler schemas that accept the same values. The schemas that zod
 * generates are valid, but linters and client generators report some of them. Inner schemas are simplified first.
 */
export function simplifySchemas(value: Json): Json {
  if (Array.isArray(value)) return value.map(simplifySchemas)
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, simplifySchemas(part)]))
  return withoutSafeIntegers(withNamedProperties(withoutNeedlessChoice(inner)))
}
