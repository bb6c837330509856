/** A backup or restore that cannot be done, told as a sentence the operator can act on; printed without a stack. */
export class BackupError extends Error {
  override name = 'BackupError'
}
