import { handOverContract, type Signature } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s } from '#shared/forms/signing-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  clearDrafts,
  clearScope,
  dropSignature,
  readLateToken,
  storedHandOvers,
  unsentSignatures,
} from './device-drafts.ts'
import { isUnanswered, withSendingTime } from './use-unsent.ts'

/**
 * Signs a form during a hand-over of the tablet. After the hand-over has ended, the token that the tablet has kept
 * still allows signing for a day.
 */
export async function signInHandOver(handOverId: string, signature: Signature): Promise<unknown> {
  const late = readLateToken(handOverId)
  try {
    return await api(handOverContract.sign, { body: signature })
  } catch (error) {
    const hasEnded = error instanceof ApiError && (error.status === 401 || error.status === 404)
    if (!hasEnded || late === null) throw error
    return api(handOverContract.signLate, { body: { ...signature, token: late } })
  }
}

/**
 * Sends the forms that were signed in a hand-over that has ended. Returns true once the tablet stores nothing of this
 * hand-over any more.
 */
async function finishHandOver(handOverId: string): Promise<boolean> {
  clearDrafts(handOverId)
  const token = readLateToken(handOverId)
  for (const signature of token === null ? [] : unsentSignatures(handOverId)) {
    try {
      await api(handOverContract.signLate, { body: { ...withSendingTime(signature), token: token! } })
      toast.success({ title: s.lateSent })
    } catch (error) {
      if (isUnanswered(error)) return false
      // Nobody can sign the refused form on this tablet any more, and the tablet must not keep what the client has
      // entered.
      toast.error({ title: s.lateRefused })
    }
    dropSignature(handOverId, signature.id)
  }
  clearScope(handOverId)
  return true
}

/**
 * Sends the forms that clients have signed on this tablet in hand-overs that ended before the tablet could send them,
 * and then removes what the tablet has of these clients. `running` is the hand-over that has not ended. Returns false
 * while something waits for a connection.
 */
export async function finishHandOvers(running?: string): Promise<boolean> {
  const results: boolean[] = []
  for (const id of storedHandOvers()) if (id !== running) results.push(await finishHandOver(id))
  return results.every(Boolean)
}
