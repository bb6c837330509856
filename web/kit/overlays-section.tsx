import { LogOut, Maximize, Menu as MenuIcon, RefreshCw } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Dialog, Sheet } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { addOns, treatments } from './samples.ts'

const failsAfter = (ms: number) => new Promise<void>((_, fail) => setTimeout(() => fail(new Error('late')), ms))
const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export function OverlaysSection() {
  return (
    <SectionCard title="Overlays" bodyClassName="flex flex-wrap gap-2 px-5 pb-5">
      <Dialogs />
      <Questions />
      <Toasts />
      <Menu
        trigger={<IconButton label="Open menu" icon={<MenuIcon size={20} />} variant="secondary" />}
        items={[
          { label: 'Reload Page', icon: <RefreshCw size={18} />, onSelect: () => toast.info({ title: 'Reloaded' }) },
          { label: 'Fullscreen', icon: <Maximize size={18} />, disabled: true },
          { label: 'Transactions', link: <a href="#transactions" /> },
          { label: 'Log Out', icon: <LogOut size={18} />, danger: true, separated: true },
        ]}
      />
      <Button variant="quiet" data-tooltip="Counts voided sales too" aria-description="Counts voided sales too">
        Hover or focus me
      </Button>
    </SectionCard>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'client' | 'long' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('client')}>Open dialog</Button>
      <Button onClick={() => setOpen('long')}>Open long dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Open sheet</Button>
      <ClientDialog open={open === 'client'} onClose={close} />
      <LongDialog open={open === 'long'} onClose={close} />
      <SettingsSheet open={open === 'sheet'} onClose={close} />
    </>
  )
}

function Questions() {
  const confirm = useConfirm()
  const remove = async () => {
    const yes = await confirm({
      title: 'Are you sure you want to delete this product?',
      body: 'This action cannot be undone.',
      confirmLabel: 'Delete',
      danger: true,
    })
    toast.info({ title: yes ? 'Deleted' : 'Kept' })
  }
  const logOut = async () => {
    const yes = await confirm({
      title: 'Logout Confirmation',
      body: 'Are you sure you want to logout from your account?',
      confirmLabel: 'Logout',
      busyLabel: 'Logging out...',
      action: () => after(3000),
    })
    if (yes) toast.success({ title: 'Logged out successfully.', seconds: 5 })
  }
  const fail = () =>
    confirm({ title: 'Do you want to mark this appointment as completed?', action: () => failsAfter(300) }).catch(() =>
      toast.error({ title: 'Error! Failed to update appointment. Please try again.' }),
    )
  return (
    <>
      <Button onClick={() => void remove()}>Ask: delete</Button>
      <Button onClick={() => void logOut()}>Ask: log out</Button>
      <Button onClick={() => void fail()}>Ask: fails</Button>
    </>
  )
}

function Toasts() {
  const errors = { email: ['This e-mail is already used.'], password: ['At least 10 characters.', 'Not your name.'] }
  return (
    <>
      <Button onClick={() => toast.success({ title: 'Client added successfully!' })}>Toast: success</Button>
      <Button onClick={() => toast.error({ title: 'Registration Failed', errors, seconds: 5 })}>Toast: errors</Button>
      <Button
        onClick={() => toast.info({ title: 'Switched successfully', description: 'You are now viewing appointments.' })}
      >
        Toast: info
      </Button>
    </>
  )
}

type SampleProps = { open: boolean; onClose: () => void }

function ClientDialog({ open, onClose }: SampleProps) {
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

function LongDialog({ open, onClose }: SampleProps) {
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

function SettingsSheet({ open, onClose }: SampleProps) {
  const [edit, setEdit] = useState(false)
  return (
    <Sheet open={open} onClose={onClose} title="Settings" footer={<Button onClick={onClose}>Done</Button>}>
      <Switch label="Edit Mode" detail="A tap on a date closes or opens it." checked={edit} onChange={setEdit} />
      <Switch label="Multiple Dates" checked={false} onChange={setEdit} disabled={!edit} />
      <Switch label="Add Appointment Mode" checked={false} onChange={setEdit} disabled={edit} />
    </Sheet>
  )
}
