import { Clock, IdCard, Package } from 'lucide-react'
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { managementMessages as s } from '#shared/catalogue/messages.ts'
import type { AddOn, Service, Treatment } from '#shared/catalogue/records.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Column } from '#web/ui/data/data-table.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { ServicePicture } from '#web/ui/data/service-picture.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import type { AddOnValues, ServiceValues, TreatmentValues } from './catalogue-kinds.ts'
import type { RowEdit } from './row-edit.ts'
import { useTreatmentChoices } from './treatment-choices.ts'

const ServiceTaxDialog = lazyDialog(async () => (await import('./service-dialogs.tsx')).ServiceTaxDialog)
const ServiceSuppliesDialog = lazyDialog(
  async () => (await import('./service-supplies-dialog.tsx')).ServiceSuppliesDialog,
)
const ServiceBookingDialog = lazyDialog(async () => (await import('./service-dialogs.tsx')).ServiceBookingDialog)

export const treatmentColumns = (edit: RowEdit<Treatment, TreatmentValues>): Column<Treatment>[] => [
  {
    key: 'name',
    header: s.treatmentName,
    card: 'title',
    className: 'min-w-48 font-semibold wrap-anywhere',
    cell: (row) =>
      edit.isEdited(row) ? <TextCell edit={edit} name="treatment_name" label={s.treatmentName} /> : row.treatment_name,
  },
  {
    key: 'description',
    header: s.description,
    className: 'text-ink-2 wrap-anywhere',
    cell: (row) =>
      edit.isEdited(row) ? (
        <TextCell edit={edit} name="treatment_description" label={s.description} />
      ) : (
        row.treatment_description
      ),
  },
  priceColumn(edit, 'treatment_price', (row) => row.treatment_price),
]

export const serviceColumns = (edit: RowEdit<Service, ServiceValues>): Column<Service>[] => [
  {
    key: 'name',
    header: s.serviceName,
    card: 'title',
    className: 'min-w-60',
    cell: (row) => (edit.isEdited(row) ? <EditedService edit={edit} row={row} /> : <NamedService row={row} />),
  },
  treatmentColumn(edit, 'treatment_id'),
  priceColumn(edit, 'service_price', (row) => row.service_price),
]

function NamedService({ row }: { row: Service }) {
  return (
    <div className="flex items-center gap-3 py-1">
      <ServicePicture picture={row.service_pic} treatmentId={row.treatment_id} className="size-11 rounded-ctl" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{row.service_name}</p>
        {row.service_description && (
          <p className="line-clamp-2 text-compact font-normal text-ink-2">{row.service_description}</p>
        )}
        <ServiceLength row={row} />
        {row.is_delete === 0 && <ServiceTaxButton row={row} />}
        {row.is_delete === 0 && <ServiceSuppliesButton row={row} />}
      </div>
    </div>
  )
}

/**
 * The button that opens the settings of a service's taxes and Senior Citizen and PWD discount; an eligible service is
 * marked.
 */
function ServiceTaxButton({ row }: { row: Service }) {
  const { open, element } = useDialog(ServiceTaxDialog)
  return (
    <>
      <button
        type="button"
        aria-label={s.taxSettingsOf(row.service_name)}
        onClick={() => open({ service: row })}
        className="ml-1.5 inline-flex min-h-7 items-center gap-1.5 rounded-ctl px-1.5 text-compact font-normal text-ink-2 hover:bg-surface-2 hover:text-ink"
      >
        <IdCard size={15} aria-hidden="true" />
        <span className="underline decoration-line-strong underline-offset-4">
          {row.senior_pwd_eligible ? s.eligibleShort : s.taxShort}
        </span>
      </button>
      {element}
    </>
  )
}

/** The button that opens the products which the service uses up. */
function ServiceSuppliesButton({ row }: { row: Service }) {
  const { open, element } = useDialog(ServiceSuppliesDialog)
  return (
    <>
      <button
        type="button"
        aria-label={s.suppliesOf(row.service_name)}
        onClick={() => open({ service: row })}
        className="ml-1.5 inline-flex min-h-7 items-center gap-1.5 rounded-ctl px-1.5 text-compact font-normal text-ink-2 hover:bg-surface-2 hover:text-ink"
      >
        <Package size={15} aria-hidden="true" />
        <span className="underline decoration-line-strong underline-offset-4">{s.supplies}</span>
      </button>
      {element}
    </>
  )
}

/** A service's length, with a button to change it. */
function ServiceLength({ row }: { row: Service }) {
  const { open, element } = useDialog(ServiceBookingDialog)
  const minutes = s.minutes(row.duration_minutes)
  const text = row.bookable_online ? minutes : s.notOnline(minutes)
  if (row.is_delete === 1) return <p className="text-compact font-normal text-ink-2">{text}</p>
  return (
    <>
      <button
        type="button"
        aria-label={s.bookingSettingsOf(row.service_name, text)}
        onClick={() => open({ service: row })}
        className="-ml-1.5 inline-flex min-h-7 items-center gap-1.5 rounded-ctl px-1.5 text-compact font-normal text-ink-2 hover:bg-surface-2 hover:text-ink"
      >
        <Clock size={15} aria-hidden="true" />
        <span className="underline decoration-line-strong underline-offset-4">{text}</span>
      </button>
      {element}
    </>
  )
}

function EditedService({ edit, row }: { edit: RowEdit<Service, ServiceValues>; row: Service }) {
  return (
    <div className="space-y-2 py-2">
      <TextCell edit={edit} name="service_name" label={s.serviceName} />
      <TextCell edit={edit} name="service_description" label={s.description} />
      <Controller
        control={edit.form.control}
        name="service_pic"
        render={({ field, fieldState }) => (
          <UploadField
            label={s.image}
            value={field.value}
            onChange={field.onChange}
            currentSrc={row.service_pic}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  )
}

export const addOnColumns = (edit: RowEdit<AddOn, AddOnValues>): Column<AddOn>[] => [
  {
    key: 'name',
    header: s.addOnName,
    card: 'title',
    className: 'min-w-48 font-semibold wrap-anywhere',
    cell: (row) =>
      edit.isEdited(row) ? <TextCell edit={edit} name="addOn_name" label={s.addOnName} /> : row.addOn_name,
  },
  treatmentColumn(edit, 'treatment_id'),
  priceColumn(edit, 'addOn_price', (row) => row.addOn_price),
]

/** The price column; `priceOf` is in pesos. */
const priceColumn = <Row, Values extends FieldValues>(
  edit: RowEdit<Row, Values>,
  name: FieldPath<Values>,
  priceOf: (row: Row) => number,
): Column<Row> => ({
  key: 'price',
  header: s.price,
  align: 'right',
  className: 'w-44',
  cell: (row) =>
    edit.isEdited(row) ? <PriceCell edit={edit} name={name} /> : formatPesoShort(toCentavos(priceOf(row))),
})

/** The treatment that a service or an add-on belongs to. */
const treatmentColumn = <Row extends { treatment_name: string }, Values extends FieldValues>(
  edit: RowEdit<Row, Values>,
  name: FieldPath<Values>,
): Column<Row> => ({
  key: 'treatment',
  header: s.treatment,
  className: 'min-w-44 text-ink-2 wrap-anywhere',
  cell: (row) => (edit.isEdited(row) ? <TreatmentCell edit={edit} name={name} /> : row.treatment_name),
})

type CellProps<Row, Values extends FieldValues> = {
  edit: RowEdit<Row, Values>
  name: FieldPath<Values>
  label: string
}

const errorAt = <Values extends FieldValues>(edit: { form: RowEdit<never, Values>['form'] }, name: FieldPath<Values>) =>
  edit.form.getFieldState(name, edit.form.formState).error?.message

function TextCell<Row, Values extends FieldValues>({ edit, name, label }: CellProps<Row, Values>) {
  return (
    <Field label={label} labelHidden error={errorAt(edit, name)}>
      <TextInput {...edit.form.register(name)} {...edit.input} size="sm" autoComplete="off" placeholder={label} />
    </Field>
  )
}

function PriceCell<Row, Values extends FieldValues>({ edit, name }: Omit<CellProps<Row, Values>, 'label'>) {
  return (
    <Controller
      control={edit.form.control as Control}
      name={name}
      render={({ field }) => (
        <Field label={s.price} labelHidden error={errorAt(edit, name)}>
          <MoneyInput {...field} {...edit.input} size="sm" className="text-right" />
        </Field>
      )}
    />
  )
}

function TreatmentCell<Row, Values extends FieldValues>({ edit, name }: Omit<CellProps<Row, Values>, 'label'>) {
  const { choices, placeholder } = useTreatmentChoices()
  return (
    <Controller
      control={edit.form.control as Control}
      name={name}
      render={({ field }) => (
        <Field label={s.treatment} labelHidden group error={errorAt(edit, name)}>
          <Select {...field} value={field.value || null} options={choices} placeholder={placeholder} size="sm" />
        </Field>
      )}
    />
  )
}
