/** The methods of a pino logger that the supervisor needs. */
export type SupervisorLog = {
  info: (message: string) => void
  warn: (message: string) => void
  error: (message: string) => void
}
