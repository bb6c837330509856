import { CallError } from '#shared/lib/call.ts'
import { emailOwner, type EmailOwner } from '#shared/clients/contract.ts'

/** The client to whom a refused e-mail belongs, when that is what the server said. */
export function emailOwnerOf(error: unknown): EmailOwner | null {
  if (!(error instanceof CallError) || error.status !== 409) return null
  const owner = emailOwner.safeParse(error.data)
  return owner.success ? owner.data : null
}
