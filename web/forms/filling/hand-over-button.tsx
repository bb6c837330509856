import { Tablet } from 'lucide-react'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import type { MissingForm } from '#shared/forms/signing-contract.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { useHandOver } from './use-hand-over.ts'
import { useMissingForms } from './use-missing-forms.ts'

const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog)

type Props = { client: { client_id: string; name: string }; appointmentId: string | null; block?: boolean }

/**
 * The button that hands the tablet to a client for the forms that are still to be signed for a visit; hidden if there
 * are none.
 */
export function VisitHandOverButton(props: Props) {
  const forms = useMissingForms(props.appointmentId)
  return <HandOverButton {...props} forms={forms} />
}

/**
 * The button that hands the tablet to a client. If several forms are still to be signed, it first asks which of them
 * the client fills in.
 */
export function HandOverButton({
  client,
  appointmentId,
  forms = [],
  block = false,
}: Props & { forms: readonly MissingForm[] | undefined }) {
  const { run, busy } = useHandOver()
  const choose = useDialog(HandOverDialog)
  const mayCollect = useMayUseCharts('forms.collect')
  const [first] = forms
  if (!mayCollect || !first) return null
  const ofVisit = { client_id: client.client_id, appointment_id: appointmentId }
  const start = () =>
    forms.length > 1
      ? choose.open({ clientId: client.client_id, appointmentId, forms })
      : void run({ body: { ...ofVisit, form_version_ids: [first.form_version_id], corrects: null } })
  return (
    <>
      <Button
        block={block}
        busy={busy}
        busyLabel={s.handingOver}
        icon={<Tablet size={18} aria-hidden="true" />}
        aria-label={`${s.handOver}, ${client.name}`}
        onClick={start}
      >
        {s.handOver}
      </Button>
      {choose.element}
    </>
  )
}
