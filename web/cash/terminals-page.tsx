import { MonitorSmartphone, Pencil, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract, type CashSettings, type Terminal } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useList } from '#web/data/use-list.ts'
import { useRead } from '#web/data/use-read.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { discardQuestion, hasUnsavedChanges, useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { MovementLists } from './movement-lists.tsx'
import { ReadingList, ShiftList } from './shift-lists.tsx'
import { TillActionList } from './till-action-list.tsx'

const TABS = ['terminals', 'shifts', 'movements', 'actions', 'readings'] as const
type Tab = (typeof TABS)[number]
const tabs = TABS.map((value) => ({ value, label: s.tabs[value] }))

/** The open tab from the URL: `?part=shifts`. Another tab starts without filters. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [params, edit] = useAddress()
  const named = params.get('part')
  const open = (next: Tab) =>
    edit((address) => {
      Array.from(address.keys()).forEach((name) => address.delete(name))
      if (next !== 'terminals') address.set('part', next)
    })
  return [TABS.find((tab) => tab === named) ?? 'terminals', open]
}

/** The page for cash control: settings and terminals, shifts with differences, and readings. */
export default function TerminalsPage() {
  const [tab, openTab] = useTab()
  const confirm = useConfirm()
  // Asks first, because the form of the first tab loses its changes when another tab opens.
  const change = async (next: Tab) => {
    if (!hasUnsavedChanges() || (await confirm(discardQuestion))) openTab(next)
  }
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <Tabs
        byPressOnly
        label={s.parts}
        items={tabs}
        value={tab}
        onChange={(next) => void change(next)}
        panelClassName="mt-4"
      >
        {tab === 'terminals' && (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <TerminalList />
            <ControlCard />
          </div>
        )}
        {tab === 'shifts' && <ShiftList />}
        {tab === 'movements' && <MovementLists />}
        {tab === 'actions' && <TillActionList />}
        {tab === 'readings' && <ReadingList />}
      </Tabs>
    </div>
  )
}

function ControlCard() {
  const read = useRead(cashManagementContract.settings, {}, { failed: s.failedToLoad })
  return (
    <SectionCard title={s.control}>
      <Loaded read={read} skeleton="h-48">
        {({ data }) => <ControlForm settings={data} />}
      </Loaded>
    </SectionCard>
  )
}

const settingsValues = ({ is_on, allowed_difference, approval_limit }: CashSettings) => ({
  is_on,
  allowed_difference: allowed_difference.toFixed(2),
  approval_limit: approval_limit.toFixed(2),
})

/**
 * A typed amount as the request sends it. An invalid text becomes NaN, so that the validation of the form reports an
 * error.
 */
const typedPesos = (text: string) => toPesos(parsePesos(text) ?? Number.NaN)

const limits = [
  { name: 'allowed_difference', label: s.allowedDifference, hint: undefined },
  { name: 'approval_limit', label: s.approvalLimit, hint: s.approvalLimitHint },
] as const

function ControlForm({ settings }: { settings: CashSettings }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(cashManagementContract.saveSettings, {
    values: settingsValues(settings),
    edits: { row: settings, valuesOf: settingsValues },
    input: ({ is_on, allowed_difference, approval_limit }) => ({
      body: {
        is_on,
        allowed_difference: typedPesos(allowed_difference),
        approval_limit: typedPesos(approval_limit),
      },
    }),
    done: s.saved,
    failed: s.notSaved,
    reread: [cashManagementContract.settings, cashManagementContract.openShifts],
    onDone: ({ data }) => form.reset(settingsValues(data)),
  })
  useUnsavedGuard(isDirty)
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <Controller
        control={form.control}
        name="is_on"
        render={({ field }) => (
          <Switch label={s.isOn} detail={s.isOnHint} checked={field.value} onChange={field.onChange} />
        )}
      />
      {limits.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={form.formState.errors[name]?.message}>
          <Controller control={form.control} name={name} render={({ field }) => <MoneyInput {...field} />} />
        </Field>
      ))}
      <Button type="submit" variant="primary" block busy={busy} busyLabel={s.saving}>
        {s.saveControl}
      </Button>
    </form>
  )
}

const terminalColumns = (onEdit: (terminal: Terminal) => void): Column<Terminal>[] => [
  {
    key: 'name',
    header: s.name,
    card: 'title',
    cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
  },
  {
    key: 'state',
    header: s.state,
    cell: ({ is_active, has_open_shift }) => (
      <span className="flex flex-wrap gap-2">
        <Badge tone={is_active ? 'success' : 'neutral'}>{is_active ? s.active : s.inactive}</Badge>
        {has_open_shift && <Badge tone="info">{s.shiftOpen}</Badge>}
      </span>
    ),
  },
  {
    key: 'actions',
    header: s.actions,
    headerHidden: true,
    align: 'right',
    card: 'actions',
    cell: (terminal) => (
      <IconButton
        label={s.editOf(terminal.name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => onEdit(terminal)}
      />
    ),
  },
]

/** The clinic's terminals, with buttons to add and change them. */
function TerminalList() {
  const list = useList(cashManagementContract.terminals, { local: true, failed: s.terminalsFailed })
  const edit = useDialog(TerminalFormDialog)
  const { open } = edit
  const columns = useMemo(() => terminalColumns((terminal) => open({ terminal })), [open])
  return (
    <section aria-label={s.terminals} className="min-w-0 space-y-3">
      <Button
        variant="primary"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => edit.open({ terminal: null })}
        className="max-sm:w-full"
      >
        {s.add}
      </Button>
      <DataTable
        className="max-md:min-h-30"
        label={s.terminals}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={1}
        empty={<EmptyState icon={MonitorSmartphone} title={s.noTerminals} body={s.noTerminalsHint} />}
        {...list.table}
      />
      <Pager {...list.pager} />
      {edit.element}
    </section>
  )
}

const terminalValues = (terminal: Terminal | null) => ({
  name: terminal?.name ?? '',
  is_active: terminal?.is_active ?? true,
  machine_number: terminal?.machine_number ?? '',
  serial_number: terminal?.serial_number ?? '',
})

const numberFields = [
  { name: 'machine_number', label: s.machineNumber },
  { name: 'serial_number', label: s.serialNumber },
] as const

function TerminalFormDialog({ terminal, open, onClose }: DialogControl & { terminal: Terminal | null }) {
  const { updateTerminal, createTerminal } = cashManagementContract
  const { form, dialog } = useContractForm(terminal ? updateTerminal : createTerminal, {
    values: terminalValues(terminal),
    edits: { row: terminal, valuesOf: terminalValues },
    input: (body) => (terminal ? { params: { id: terminal.id }, body } : { body }),
    done: ({ data }) => s.terminalSaved(data.name),
    failed: s.terminalNotSaved,
    reread: [cashManagementContract.terminals, cashContract.till, documentsContract.read],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={terminal ? s.edit : s.addTitle}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.name} required error={form.formState.errors.name?.message}>
          <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          {numberFields.map(({ name, label }) => (
            <Field key={name} label={label} error={form.formState.errors[name]?.message}>
              <TextInput {...form.register(name)} maxLength={60} autoComplete="off" />
            </Field>
          ))}
        </div>
        <p className="text-sm text-ink-2">{s.machineHint}</p>
        <Controller
          control={form.control}
          name="is_active"
          render={({ field }) => (
            <Switch label={s.active} detail={s.activeHint} checked={field.value} onChange={field.onChange} />
          )}
        />
      </div>
    </FormDialog>
  )
}
