import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { CatalogueView } from './catalogue-view.ts'
import { useTreatmentChoices } from './treatment-choices.ts'

type ListToolbarProps = CatalogueView & { searchLabel: string; byTreatment: boolean }

/** Search, treatment, and the way to what was deleted. */
export function ListToolbar({ query, change, searchLabel, byTreatment }: ListToolbarProps) {
  const [typed, setTyped] = useTypedSearch(query.search, (search) => change({ search }))
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={searchLabel} value={typed} onChange={setTyped} className="w-full sm:w-72" />
      {byTreatment && <TreatmentFilter query={query} change={change} />}
      <Switch
        label={<span className="text-sm">{s.showDeleted}</span>}
        checked={query.deleted === 'yes'}
        onChange={(show) => change({ deleted: show ? 'yes' : 'no' })}
        className="ml-auto"
      />
    </div>
  )
}

const ALL = 'all'

function TreatmentFilter({ query, change }: CatalogueView) {
  const { choices } = useTreatmentChoices()
  return (
    <Select
      aria-label={s.filterByTreatment}
      options={[{ value: ALL, label: s.allTreatments }, ...choices]}
      value={query.treatment_id ?? ALL}
      onChange={(treatment) => change({ treatment: treatment === ALL ? '' : treatment })}
      className="w-full! sm:w-56!"
    />
  )
}
