import type { AddOn } from '#shared/catalogue/records.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import type { Column } from '#web/ui/data-table-column.ts'
import type { AddOnValues } from './catalogue-kinds.ts'
import { priceColumn, treatmentColumn } from './common-columns.tsx'
import { TextCell } from './edit-cells.tsx'
import type { RowEdit } from './use-row-edit.ts'

type Edit = RowEdit<AddOn, AddOnValues>

export const addOnColumns = (edit: Edit): Column<AddOn>[] => [
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
