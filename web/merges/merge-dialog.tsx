import { useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { clientsContract, type ClientContact, type ClientDetail } from '#shared/clients/contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { clientPath } from '#web/clients/client-paths.ts'
import { contactLine } from '#web/clients/contact-line.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { ifMatch } from '#web/lib/api.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { opposite, takesOf, usuallyStays, type Chosen, type Pair, type Which, SideBySide } from './side-by-side.tsx'
import { mergeReads } from './merge-reads.ts'

type MergeDialogProps = DialogControl & { client: ClientDetail }

/** Loads both records for the comparison once the record to merge with has been chosen. */
function usePair(client: ClientDetail, other: ClientContact | null) {
  const params = other && { id: client.id, other_id: other.client_id }
  const { data, failure, reload } = useRead(mergesContract.compare, params && { params }, { failed: s.failedToCompare })
  const pair: Pair | undefined = data && { this: data.data.kept, other: data.data.other }
  return { pair, failure, reload }
}

/** Sends the merge with the versions that were read; then opens the remaining record's page. */
function useMerge(client: ClientDetail, { onClose, onFailed }: { onClose: () => void; onFailed: () => void }) {
  const navigate = useNavigate()
  const role = useRole()
  const action = useAction(mergesContract.merge, {
    done: ({ data }) => s.merged(data.name),
    failed: s.notMerged,
    reread: mergeReads,
    onFailed,
    onDone: ({ data }) => {
      onClose()
      if (data.id !== client.id) void navigate(clientPath(role, data.id))
    },
  })
  const merge = (pair: Pair, stays: Which, chosen: Chosen) => {
    const [kept, other] = [pair[stays], pair[opposite(stays)]]
    const body = { other_id: other.id, other_version: other.version, takes: takesOf(pair, stays, chosen) }
    return action.run({ params: { id: kept.id }, body }, ifMatch(kept))
  }
  return { busy: action.busy, merge }
}

/** Finds another record of the person, compares both and merges them. */
export function MergeDialog({ open, client, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<ClientContact | null>(null)
  const [picked, setPicked] = useState<Which | null>(null)
  const [chosen, setChosen] = useState<Chosen>({})
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { pair, failure, reload } = usePair(client, other)
  // After a failure, reload both records: somebody may have changed one of them.
  const { busy, merge } = useMerge(client, { onClose, onFailed: () => void reload() })
  const stays = picked ?? (pair ? usuallyStays(pair) : 'this')
  const take = (record: ClientContact | null) => {
    setOther(record)
    setPicked(null)
    setChosen({})
    setError('')
  }
  const submit = () => {
    if (pair) return void merge(pair, stays, chosen)
    if (other) return
    setError(s.otherRequired)
    field.current?.focus()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="lg"
      initialFocus={field}
      title={s.title}
      description={s.description(client.name)}
      leave={s.cancel}
      send={s.merge}
      busy={busy}
      busyLabel={s.merging}
      unsaved={Object.keys(chosen).length > 0}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="space-y-5">
        <OtherRecordField inputRef={field} client={client} chosen={other} onChoose={take} error={error} />
        {other && (
          <Loaded read={{ data: pair, failure }} skeleton={<PairSkeleton />}>
            {(both) => (
              <SideBySide
                pair={both}
                stays={stays}
                chosen={chosen}
                onStays={setPicked}
                onChoose={(name, choice) => setChosen((before) => ({ ...before, [name]: choice }))}
              />
            )}
          </Loaded>
        )}
      </div>
    </FormDialog>
  )
}

type OtherRecordFieldProps = {
  inputRef: RefObject<HTMLInputElement | null>
  client: ClientDetail
  chosen: ClientContact | null
  onChoose: (record: ClientContact | null) => void
  error: string
}

function OtherRecordField({ inputRef, client, chosen, onChoose, error }: OtherRecordFieldProps) {
  const [text, setText] = useState('')
  const { items, box } = useOtherRecords(text, client.id)
  return (
    <Field label={s.other} required hint={chosen ? contactLine(chosen) : s.otherHint} error={error || undefined}>
      <Combobox
        ref={inputRef}
        value={text}
        items={items}
        {...box}
        emptyText={s.nobodyFound}
        onChange={(typed) => {
          setText(typed)
          if (chosen && typed !== chosen.name) onChoose(null)
        }}
        onPick={({ record }) => onChoose(record)}
      />
    </Field>
  )
}

type RecordOption = Option & { record: ClientContact }

/** Clients that match the text, without the one whose page is open. */
function useOtherRecords(typed: string, ownId: string) {
  const { answer, box } = useSuggestions(clientsContract.contacts, typed, (search) => ({ querystring: { search } }), {
    failed: s.failedToSearch,
  })
  const people = (answer?.data ?? []).filter((record) => record.client_id !== ownId)
  const items: RecordOption[] = people.map((record) => ({
    value: record.client_id,
    label: record.name,
    detail: contactLine(record),
    record,
  }))
  return { items, box }
}

function PairSkeleton() {
  return (
    <SkeletonGroup className="grid grid-cols-2 gap-3">
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} className="h-12" />
      ))}
    </SkeletonGroup>
  )
}
