/** One choice of a select, combobox, multi-select, radio group or segmented control. */
export type Option<Value extends string | number = string> = {
  value: Value
  label: string
  /** A quiet second line: an e-mail, a price. */
  detail?: string
  disabled?: boolean
}
