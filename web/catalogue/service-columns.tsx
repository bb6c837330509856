import { Controller } from 'react-hook-form'
import type { Service } from '#shared/catalogue/records.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import type { Column } from '#web/ui/data-table-column.ts'
import { ServicePicture } from '#web/ui/service-picture.tsx'
import { UploadField } from '#web/ui/upload-field.tsx'
import type { ServiceValues } from './catalogue-kinds.ts'
import { priceColumn, treatmentColumn } from './common-columns.tsx'
import { TextCell } from './edit-cells.tsx'
import type { RowEdit } from './use-row-edit.ts'

type Edit = RowEdit<Service, ServiceValues>

export const serviceColumns = (edit: Edit): Column<Service>[] => [
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
      </div>
    </div>
  )
}

function EditedService({ edit, row }: { edit: Edit; row: Service }) {
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
