import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { addOns, treatments } from './samples.ts'

type SampleProps = { open: boolean; onClose: () => void }

export function ClientDialog({ open, onClose }: SampleProps) {
  const [treatment, setTreatment] = useState<string | null>(null)
  const [services, setServices] = useState<string[]>([])
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(true)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Client"
      description="The person can log in with the password below."
      leave="CANCEL"
      send="SAVE CLIENT"
      onSubmit={submit}
    >
      <div className="space-y-4">
        <Field label="Client Name" required error={missing ? 'Please enter a client name' : undefined}>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="Treatment" group>
          <Select options={treatments} value={treatment} onChange={setTreatment} />
        </Field>
        <Field label="Services">
          <MultiSelect options={addOns} value={services} onChange={setServices} />
        </Field>
      </div>
    </FormDialog>
  )
}

export function LongDialog({ open, onClose }: SampleProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="Receipt Preview"
      dismissible={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          Print Receipt
        </Button>
      }
    >
      <div className="space-y-3 text-ink-2">
        {Array.from({ length: 30 }, (_, line) => (
          <p key={line}>
            Line {line + 1}: a dialog that is longer than the screen scrolls between its head and its foot.
          </p>
        ))}
      </div>
    </Dialog>
  )
}

export function SettingsSheet({ open, onClose }: SampleProps) {
  const [edit, setEdit] = useState(false)
  return (
    <Sheet open={open} onClose={onClose} title="Settings" footer={<Button onClick={onClose}>Done</Button>}>
      <Switch label="Edit Mode" detail="A tap on a date closes or opens it." checked={edit} onChange={setEdit} />
      <Switch label="Multiple Dates" checked={false} onChange={setEdit} disabled={!edit} />
      <Switch label="Add Appointment Mode" checked={false} onChange={setEdit} disabled={edit} />
    </Sheet>
  )
}
