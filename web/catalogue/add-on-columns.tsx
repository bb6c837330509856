import type { AddOn } from '#shared/catalogue/records.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Column } from '#web/ui/data-table-column.ts'
import type { AddOnValues } from './catalogue-kinds.ts'
import { PriceCell, TextCell, TreatmentCell } from './edit-cells.tsx'
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
  {
    key: 'treatment',
    header: s.treatment,
    className: 'min-w-44 text-ink-2 wrap-anywhere',
    cell: (row) => (edit.isEdited(row) ? <TreatmentCell edit={edit} name="treatment_id" /> : row.treatment_name),
  },
  {
    key: 'price',
    header: s.price,
    align: 'right',
    className: 'w-44',
    cell: (row) =>
      edit.isEdited(row) ? <PriceCell edit={edit} name="addOn_price" /> : formatPesoShort(toCentavos(row.addOn_price)),
  },
]
