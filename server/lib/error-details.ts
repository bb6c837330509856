/** The message and the code of whatever was thrown; errors of Node and of the database's driver have a code. */
export function errorDetails(error: unknown): { message: string; code: string | undefined } {
  const message = error instanceof Error ? error.message : String(error)
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return { message, code: hasCode && typeof error.code === 'string' ? error.code : undefined }
}
