import { useEffect, useMemo, useRef, useState } from 'react'
import type { Service, Treatment } from '#shared/catalogue/records.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ServiceGrid } from './service-grid.tsx'
import { servicesShown, type useTillCatalogue } from './use-till-catalogue.ts'

type MenuProps = {
  catalogue: ReturnType<typeof useTillCatalogue>
  ordered: ReadonlySet<string>
  onTap: (service: Service) => void
}

const ALL = ''

/** `/` goes to the search, as long as nothing is being typed elsewhere. */
function useSlashFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return box
}

/** Tabs of treatments, search, and the services they leave. */
export function ServiceMenu({ catalogue, ordered, onTap }: MenuProps) {
  const [tab, setTab] = useState(ALL)
  const [search, setSearch] = useState('')
  const searchPlace = useSlashFocus()
  const { treatments, services, isLoading } = catalogue
  const present = treatments.some((treatment) => treatment.id === tab) ? tab : ALL
  const shown = useMemo(() => servicesShown(services, present, search), [services, present, search])
  return (
    <Tabs
      label={s.treatments}
      items={tabsOf(treatments, isLoading)}
      value={present}
      onChange={setTab}
      aside={
        <div ref={searchPlace} className="w-full shrink-0 md:w-64">
          <SearchBox label={s.searchServices} value={search} onChange={setSearch} />
        </div>
      }
      className="flex min-h-0 flex-1 flex-col"
      barClassName="px-4 pt-3 pb-2 lg:px-5"
      panelClassName="min-h-0 flex-1"
    >
      <Shelf
        catalogue={catalogue}
        ordered={ordered}
        onTap={onTap}
        services={shown}
        isSearching={search.trim() !== ''}
      />
    </Tabs>
  )
}

const tabsOf = (treatments: readonly Treatment[], isLoading: boolean) => [
  { value: ALL, label: isLoading ? s.loadingTreatments : s.all },
  ...treatments.map((treatment) => ({ value: treatment.id, label: treatment.treatment_name })),
]

type ShelfProps = MenuProps & { services: readonly Service[]; isSearching: boolean }

/** The grid, with the failure above it when the catalogue could not be loaded; what was loaded before stays. */
function Shelf({ catalogue, ordered, onTap, services, isSearching }: ShelfProps) {
  const { failure, isLoading } = catalogue
  return (
    <ScrollBox className="h-full px-4 pt-1 pb-6 lg:px-5">
      {failure && (
        <ErrorPanel
          message={failure}
          onRetry={() => void catalogue.refetch()}
          busy={catalogue.isFetching}
          className="mb-3"
        />
      )}
      {(catalogue.services.length > 0 || !failure) && (
        <ServiceGrid
          services={services}
          ordered={ordered}
          onTap={onTap}
          isSearching={isSearching}
          isLoading={isLoading}
        />
      )}
    </ScrollBox>
  )
}
