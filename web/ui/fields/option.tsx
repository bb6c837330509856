/** An option of a select, combobox, multi-select, radio group or segmented control. */
export type Option<Value extends string | number = string> = {
  value: Value
  label: string
  /** A second line of the option, such as an e-mail or a price. */
  detail?: string
  disabled?: boolean
  /** In a select or combobox: the heading of its group of consecutive items. */
  group?: string | undefined
}

/** Consecutive options with the same heading. `value` is the heading; it is empty for options without a heading. */
export type Group<Item> = { value: string; items: Item[] }

/** Groups consecutive options by their headings. */
export function groupsOf<Item extends Pick<Option, 'group'>>(items: readonly Item[]): Group<Item>[] {
  const groups: Group<Item>[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.items[0]!.group === item.group) last.items.push(item)
    else groups.push({ value: item.group ?? '', items: [item] })
  }
  return groups
}

/**
 * The offered numbers in ascending order, with the present value among them even if it is not one of the offered ones.
 */
export const withValue = (
  values: readonly number[],
  value: number,
  label: (value: number) => string,
): Option<number>[] =>
  [...new Set([...values, value])].sort((a, b) => a - b).map((each) => ({ value: each, label: label(each) }))

/** The text of an option in a list. */
export function OptionText({ option }: { option: Option<string | number> }) {
  return (
    <span className="min-w-0 flex-1 wrap-anywhere">
      {option.label}
      {option.detail && <span className="tnum block text-compact text-ink-2">{option.detail}</span>}
    </span>
  )
}
