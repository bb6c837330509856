/**
 * Returns the environment variables for a child process: those of this process and `added`. No other TypeScript script
 * reads the environment.
 */
export const childEnvironment = (added: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...process.env,
  ...added,
})

/** An environment variable; an empty one counts as not set. */
export const variable = (name: string): string | undefined => process.env[name] || undefined
