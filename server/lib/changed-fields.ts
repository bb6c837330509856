/** The names of the fields that differ, as the history log stores them. */
export const changedFields = <T extends object>(before: { [K in keyof T]: unknown }, after: T): string[] =>
  Object.keys(after).filter((name) => !Object.is(before[name as keyof T], after[name as keyof T]))
