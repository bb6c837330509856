/** The part of a pino logger that the supervisor speaks through. */
export type SupervisorLog = {
  info: (message: string) => void
  warn: (message: string) => void
  error: (message: string) => void
}
