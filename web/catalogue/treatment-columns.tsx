import type { Treatment } from '#shared/catalogue/records.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import type { Column } from '#web/ui/data-table-column.ts'
import type { TreatmentValues } from './catalogue-kinds.ts'
import { priceColumn } from './common-columns.tsx'
import { TextCell } from './edit-cells.tsx'
import type { RowEdit } from './use-row-edit.ts'

type Edit = RowEdit<Treatment, TreatmentValues>

export const treatmentColumns = (edit: Edit): Column<Treatment>[] => [
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
