/** Returns an object with the named fields of `from` and no others. */
export const pickFields = <K extends string, T extends Record<K, unknown>>(names: readonly K[], from: T): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>

/** The field names of a group of fields, such as the shape of an object in a contract. */
export const namesOf = <K extends string>(fields: Readonly<Record<K, unknown>>) => Object.keys(fields) as K[]
