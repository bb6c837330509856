import type { ClientDetail } from '#shared/clients/contract.ts'
import { treatmentPlansContract } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { BookSession } from './book-session.tsx'
import { PlanProgressLines } from './plan-progress.tsx'

/** Shows the running treatment plans on a client's page, and nothing for a client who has none. */
export default function ClientPlans({ client }: { client: ClientDetail }) {
  const { data, failure } = useRead(
    treatmentPlansContract.ofClient,
    { params: { id: client.id } },
    { failed: s.failedToLoad },
  )
  if (failure && !data) return <ErrorPanel {...failure} />
  if (!data || data.data.length === 0) return null
  return (
    <SectionCard title={s.title}>
      <ul className="divide-y divide-line">
        {data.data.map((plan) => (
          <li key={plan.id} className="space-y-2 py-3 first:pt-0">
            <PlanProgressLines plan={plan} />
            <BookSession client={{ ...client, client_id: client.id }} plan={plan} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
