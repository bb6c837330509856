/**
 * Returns the environment variables for a child process: those of this process and `added`. No other TypeScript script
 * reads the environment.
 */
export const childEnvironment = (added: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...process.env,
  ...added,
})

/** Returns an environment variable. An empty one is treated as if it were not set. */
export const variable = (name: string): string | undefined => process.env[name] || undefined
