/** An error of a start that the operator can act on; printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
