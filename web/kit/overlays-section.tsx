import { LogOut, Maximize, Menu as MenuIcon, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ClientDialog, LongDialog, SettingsSheet } from './sample-dialogs.tsx'

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
