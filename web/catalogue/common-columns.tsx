import type { FieldPath, FieldValues } from 'react-hook-form'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Column } from '#web/ui/data-table-column.ts'
import { PriceCell, TreatmentCell } from './edit-cells.tsx'
import type { RowEdit } from './use-row-edit.ts'

/** What is charged; `priceOf` is in pesos. */
export const priceColumn = <Row, Values extends FieldValues>(
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
export const treatmentColumn = <Row extends { treatment_name: string }, Values extends FieldValues>(
  edit: RowEdit<Row, Values>,
  name: FieldPath<Values>,
): Column<Row> => ({
  key: 'treatment',
  header: s.treatment,
  className: 'min-w-44 text-ink-2 wrap-anywhere',
  cell: (row) => (edit.isEdited(row) ? <TreatmentCell edit={edit} name={name} /> : row.treatment_name),
})
