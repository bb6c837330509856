/** An error of a backup or restore that the operator can act on; printed without a stack. */
export class BackupError extends Error {
  override name = 'BackupError'
}
