import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { useCategoryChoices } from './categories.ts'

const ALL = 'all'

type CategoryFilterProps = {
  label?: string
  value: string | undefined
  onChange: (categoryId: string | undefined) => void
}

/** The filter of a list of supplies by category. */
export function CategoryFilter({ label = s.filterByCategory, value, onChange }: CategoryFilterProps) {
  const { choices } = useCategoryChoices()
  return (
    <Select
      aria-label={label}
      options={[{ value: ALL, label: s.allCategories }, ...choices]}
      value={value ?? ALL}
      onChange={(category) => onChange(category === ALL ? undefined : category)}
      className="w-full! sm:w-56!"
    />
  )
}
