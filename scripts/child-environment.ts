/** The environment for a child process with additions. The only place in scripts that reads it. */
export const childEnvironment = (added: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...process.env,
  ...added,
})

/** An environment variable; an empty one counts as not set. */
export const variable = (name: string): string | undefined => process.env[name] || undefined
