/** The environment of a program that a script starts: this one's, with additions. The only place in scripts that reads it. */
export const childEnvironment = (added: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...process.env,
  ...added,
})

/** A variable of the environment; set to nothing counts as not set. */
export const variable = (name: string): string | undefined => process.env[name] || undefined
