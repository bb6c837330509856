import { handOverContract } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { paths } from '#web/lib/paths.ts'
import { openDocument } from '#web/lib/public-paths.ts'
import { keepLateToken } from './device-drafts.ts'
import { keepReturnPath } from './hand-over-return.ts'

/**
 * Hands the tablet to a client: the server limits the session, and a new document opens, so that nothing of the staff's
 * pages stays in memory or behind the Back button.
 */
export const useHandOver = () =>
  useAction(handOverContract.start, {
    failed: s.notHandedOver,
    onDone: ({ data }) => {
      keepReturnPath()
      keepLateToken(data.id, data.late_token)
      openDocument(paths.formTablet, { replace: true })
    },
  })
