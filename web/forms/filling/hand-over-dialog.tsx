import { useState } from 'react'
import type { MissingForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { useHandOver } from './use-hand-over.ts'

type HandOverProps = { clientId: string; appointmentId: string | null; forms: readonly MissingForm[] }

/** Asks which of several unsigned forms the client fills in on the tablet. At first all of them are selected. */
export function HandOverDialog({ open, onClose, clientId, appointmentId, forms }: DialogControl & HandOverProps) {
  const [chosen, setChosen] = useState(() => forms.map((form) => form.form_version_id))
  const { run, busy } = useHandOver()
  const toggle = (id: string, isOn: boolean) =>
    setChosen((ids) => (isOn ? [...ids, id] : ids.filter((one) => one !== id)))
  // The client signs the forms in the order of the list, whatever the order of the ticks.
  const form_version_ids = forms.map((form) => form.form_version_id).filter((id) => chosen.includes(id))
  const start = () =>
    void run({ body: { client_id: clientId, appointment_id: appointmentId, form_version_ids, corrects: null } })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.handOver}
      description={s.handOverHint}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{s.cancel}</Button>
          <Button
            variant="primary"
            busy={busy}
            busyLabel={s.handingOver}
            disabled={chosen.length === 0}
            onClick={start}
          >
            {s.handOver}
          </Button>
        </>
      }
    >
      <fieldset className="space-y-1">
        <legend className="mb-1.5 text-sm font-semibold">{s.whichForms}</legend>
        {forms.map(({ form_version_id, title }) => (
          <Checkbox
            key={form_version_id}
            label={title}
            checked={chosen.includes(form_version_id)}
            onChange={(isOn) => toggle(form_version_id, isOn)}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
