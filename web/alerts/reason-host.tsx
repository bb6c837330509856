import { useEffect } from 'react'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import type { AskedReason } from './asked-reason.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Opens the dialog that asks for a reason, with a fresh state for each refused visit. */
export default function ReasonHost({ asked }: { asked: AskedReason }) {
  const { open, element } = useDialog(ReasonDialog)
  useEffect(() => open({ asked }), [open, asked])
  return element
}
