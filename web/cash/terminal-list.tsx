import { MonitorSmartphone, Pencil, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract, type Terminal } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useList } from '#web/data/use-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const columns = (onEdit: (terminal: Terminal) => void): Column<Terminal>[] => [
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
export function TerminalList() {
  const list = useList(cashManagementContract.terminals, { local: true, failed: s.terminalsFailed })
  const edit = useDialog(TerminalFormDialog)
  const { open } = edit
  const shown = useMemo(() => columns((terminal) => open({ terminal })), [open])
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
        columns={shown}
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

const valuesOf = (terminal: Terminal | null) => ({
  name: terminal?.name ?? '',
  is_active: terminal?.is_active ?? true,
  machine_number: terminal?.machine_number ?? '',
  serial_number: terminal?.serial_number ?? '',
})

const numbers = [
  { name: 'machine_number', label: s.machineNumber },
  { name: 'serial_number', label: s.serialNumber },
] as const

function TerminalFormDialog({ terminal, open, onClose }: DialogControl & { terminal: Terminal | null }) {
  const { updateTerminal, createTerminal } = cashManagementContract
  const { form, dialog } = useContractForm(terminal ? updateTerminal : createTerminal, {
    values: valuesOf(terminal),
    edits: { row: terminal, valuesOf },
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
          {numbers.map(({ name, label }) => (
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
