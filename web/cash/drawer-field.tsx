import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form'
import type { Till } from '#shared/cash/contract.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { terminalTexts } from './terminal-choice.ts'

type DrawerFieldProps<Values extends FieldValues> = {
  /** The form, which has the field `terminal_id`. */
  control: Control<Values>
  /** The terminals with an open shift, from `useDrawers`; null if no choice is needed. */
  drawers: Till['terminals'] | null
  /** True if cash comes out of the chosen drawer; false if the money is only recorded in the shift. */
  isPaidOut: boolean
}

/**
 * The choice of the terminal whose drawer pays money back, or in whose shift money is recorded, on a device without a
 * terminal. If no terminal has an open shift, it says what to do first.
 */
export function DrawerField<Values extends { terminal_id: string | null }>(props: DrawerFieldProps<Values>) {
  const { control, drawers, isPaidOut } = props
  if (!drawers) return null
  const lacksShift = drawers.length === 0
  const texts = terminalTexts(isPaidOut)
  return (
    <Controller
      control={control}
      name={'terminal_id' as Path<Values>}
      render={({ field, fieldState }) => (
        <div className="space-y-3">
          <Field label={texts.terminal} required error={fieldState.error?.message}>
            <Select
              {...field}
              options={drawers.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={lacksShift ? s.noOpenShift : s.chooseTerminal}
            />
          </Field>
          {lacksShift && <ErrorPanel message={texts.openShiftFirst} />}
        </div>
      )}
    />
  )
}
