/** The names of the fields of `after` that differ from `before`: what a log row tells of a change. */
export const changedFields = <T extends object>(before: { [K in keyof T]: unknown }, after: T): string[] =>
  Object.keys(after).filter((name) => !Object.is(before[name as keyof T], after[name as keyof T]))
