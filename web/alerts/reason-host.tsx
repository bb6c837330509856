import { useEffect } from 'react'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { setReasonHost } from './ask-reason.ts'

const ReasonDialog = lazyDialog(async () => (await import('./reason-dialog.tsx')).ReasonDialog)

/** Shows the questions of a visit that is refused without a reason, above whatever page or dialog has sent it. */
export default function ReasonHost() {
  const { open, element } = useDialog(ReasonDialog)
  useEffect(() => setReasonHost((asked) => open({ asked })), [open])
  return element
}
