import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { CancelAllButton } from '#web/appointments/desk/cancel-all-button.tsx'
import { query as endpointQuery } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useRole } from '#web/lib/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { BasicInformation, BasicInformationSkeleton } from './basic-information.tsx'
import { ClientNotFound } from './client-not-found.tsx'
import { clientsPath } from './client-paths.ts'
import { EditClientDialog } from './edit-client-dialog.tsx'
import { AddTreatmentDialog, useDialogsAhead } from './lazy-dialogs.ts'
import { ServiceHistory, ServiceHistorySkeleton } from './service-history.tsx'

/** The server knows no such client (or it is no id at all): asking again brings the same. */
const isUnknown = (error: unknown) => error instanceof CallError && (error.status === 404 || error.status === 422)

/** Who a client is, and what they have had done. */
export default function ClientDetailPage() {
  const { clientId = '' } = useParams()
  const role = useRole()
  const detail = useQuery(endpointQuery(clientsContract.detail, { params: { id: clientId } }))
  const client = detail.data?.data
  const failure = sentenceOf(detail, s.failedToLoadOne)
  if (isUnknown(detail.error)) return <ClientNotFound role={role} />
  return (
    <div className="space-y-4">
      <Link to={clientsPath(role)} className={`${buttonClass({ variant: 'quiet' })} -ml-3`}>
        <ArrowLeft size={18} aria-hidden="true" />
        {s.backToList}
      </Link>
      {!client && <h1 className="sr-only">{s.one}</h1>}
      {failure && (
        <ErrorPanel
          message={failure}
          onRetry={() => void detail.refetch()}
          busy={detail.isFetching}
          lastUpdated={client && formatInstantTime(new Date(detail.dataUpdatedAt))}
        />
      )}
      {client && <Client client={client} />}
      {!client && !failure && (
        <div className={columns}>
          <BasicInformationSkeleton />
          <ServiceHistorySkeleton />
        </div>
      )}
    </div>
  )
}

const columns = 'grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]'

function Client({ client }: { client: ClientDetail }) {
  const [editing, setEditing] = useState(false)
  const [adding, setAdding] = useState(false)
  useDialogsAhead()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-3">
          <Avatar name={client.name} src={client.photo} />
          <h1 className="min-w-0 text-2xl font-bold tracking-tight wrap-anywhere">{client.name}</h1>
        </div>
        <CancelAllButton client={client} />
      </div>
      <div className={columns}>
        <BasicInformation client={client} onEdit={() => setEditing(true)} />
        <ServiceHistory entries={client.services_availed} onAdd={() => setAdding(true)} />
      </div>
      <EditClientDialog open={editing} client={client} onClose={() => setEditing(false)} />
      <Suspense fallback={null}>
        <AddTreatmentDialog open={adding} client={client} onClose={() => setAdding(false)} />
      </Suspense>
    </>
  )
}
