import { Mail } from 'lucide-react'
import { signedFormsContract } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { HandOverButton } from './hand-over-button.tsx'

type Props = { client: { client_id: string; name: string } }

/** Lists the forms that a client has yet to sign for the next visit, on the client's page and in the chart. */
export function ClientFormsCard({ client }: Props) {
  const maySee = useMayUseCharts('alerts.read')
  const input = maySee ? { params: { id: client.client_id } } : null
  const { data } = useRead(signedFormsContract.missingOfClient, input, { live: true })
  const send = useAction(signedFormsContract.sendLink, { done: s.linkSent, failed: s.linkNotSent })
  const missing = data?.data
  if (!missing || missing.forms.length === 0) return null
  const { appointment_id: appointmentId, forms } = missing
  return (
    <SectionCard title={s.missing} bodyClassName="space-y-4 px-5 pb-5">
      <ul className="list-disc space-y-1 pl-5">
        {forms.map(({ form_version_id, title }) => (
          <li key={form_version_id}>{title}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <HandOverButton client={client} appointmentId={appointmentId} forms={forms} />
        {appointmentId !== null && (
          <Button
            variant="quiet"
            busy={send.busy}
            busyLabel={s.sending}
            icon={<Mail size={18} aria-hidden="true" />}
            onClick={() => void send.run({ params: { id: appointmentId } })}
          >
            {s.sendLink}
          </Button>
        )}
      </div>
    </SectionCard>
  )
}
