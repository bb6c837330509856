/** A start that cannot succeed, told as a sentence the operator can act on; printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
