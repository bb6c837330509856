import { CalendarX, Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { PageSizeSelect } from '#web/ui/data/page-size-select.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SkeletonCards } from '#web/ui/data/skeleton.tsx'

export function StatesSection() {
  const [page, setPage] = useState(6)
  const [size, setSize] = useState(5)
  return (
    <SectionCard title="States and paging" bodyClassName="space-y-4 px-5 pb-5">
      <ErrorPanel message="Failed to load clients data." onRetry={() => setPage(1)} lastUpdated="9:31 AM" />
      <ErrorPanel message="Request timed out. Please try again." onRetry={() => setPage(1)} busy />
      <SkeletonCards count={2} className="grid gap-4 sm:grid-cols-2" />
      <Card>
        <EmptyState
          icon={Users}
          title="No clients found"
          body="Try adjusting your search or adding a new client"
          action={<Button variant="primary">ADD YOUR FIRST CLIENT</Button>}
        />
      </Card>
      <EmptyState icon={CalendarX} title="No appointments scheduled for this day" />
      <Pager page={page} pageCount={12} onChange={setPage} />
      <Pager label="Pages of services" page={Math.min(page, 3)} pageCount={3} onChange={setPage} />
      <Pager page={page} pageCount={12} onChange={setPage} variant="steps" label="Pages of clients" />
      <Pager page={1} pageCount={1} onChange={setPage} />
      <PageSizeSelect value={size} options={[5, 10, 15, 20]} onChange={setSize} />
    </SectionCard>
  )
}
