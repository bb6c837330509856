import { formatInstant } from '#shared/lib/manila-time.ts'
import { type NewsChannel, newsContract, type NewsChoice, type NotedNewsChoice } from '#shared/privacy/news-contract.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'

type Shown = NewsChoice & Partial<NotedNewsChoice>
type Choice = { channel: NewsChannel; is_wanted: boolean }

const withName = (text: string, name: string | null | undefined) => (name ? s.by(text, name) : text)

/** Says when, where and by whom a client's consent to news by one channel was given or withdrawn. */
function historyOf(choice: Shown): string {
  const { is_wanted, given_at, given_where, withdrawn_at, withdrawn_where } = choice
  if (is_wanted && given_at !== null && given_where !== null)
    return withName(s.since(formatInstant(given_at), s.where[given_where]), choice.given_by)
  if (withdrawn_at !== null && withdrawn_where !== null)
    return withName(
      (given_at === null ? s.declined : s.ended)(formatInstant(withdrawn_at), s.where[withdrawn_where]),
      choice.withdrawn_by,
    )
  return s.never
}

type SwitchesProps = { choices: readonly Shown[] | undefined; busy: boolean; onChoose: (choice: Choice) => void }

function NewsSwitches({ choices, busy, onChoose }: SwitchesProps) {
  if (!choices)
    return (
      // The placeholders are as high as two switches without a choice, so that what is below them hardly moves.
      <SkeletonGroup className="space-y-3">
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
      </SkeletonGroup>
    )
  return choices.map((choice) => (
    <Switch
      key={choice.channel}
      label={s.channel[choice.channel]}
      detail={historyOf(choice)}
      checked={choice.is_wanted}
      disabled={busy}
      onChange={(is_wanted) => onChoose({ channel: choice.channel, is_wanted })}
    />
  ))
}

/** Lets the logged-in person choose whether to get news by e-mail and by SMS. */
export function MyNews() {
  const { data, failure } = useRead(newsContract.mine, {}, { failed: s.notLoaded })
  const { run, busy } = useAction((body: Choice) => api(newsContract.chooseMine, { body }), {
    done: (_, { channel, is_wanted }) => (is_wanted ? s.on : s.off)[channel],
    failed: s.notSaved,
    reread: [newsContract.mine],
  })
  return (
    <SectionCard title={s.title} bodyClassName="space-y-3 px-5 pb-5">
      <p className="text-sm text-ink-2">{s.hint}</p>
      {failure && <ErrorPanel {...failure} />}
      {!failure && <NewsSwitches choices={data?.data} busy={busy} onChoose={(choice) => void run(choice)} />}
    </SectionCard>
  )
}

/** A client's consent to news and who recorded it; staff can record it too. */
export function ClientNews({ client: { id } }: { client: { id: string } }) {
  const { data, failure } = useRead(newsContract.ofClient, { params: { id } }, { failed: s.ofClientNotLoaded })
  const { run, busy } = useAction((body: Choice) => api(newsContract.chooseForClient, { params: { id }, body }), {
    done: s.noted,
    failed: s.notSaved,
    reread: [newsContract.ofClient],
  })
  return (
    <SectionCard title={s.ofClient} bodyClassName="space-y-3 px-5 pb-5">
      <p className="text-sm text-ink-2">{s.ofClientHint}</p>
      {failure && <ErrorPanel {...failure} />}
      {!failure && <NewsSwitches choices={data?.data} busy={busy} onChoose={(choice) => void run(choice)} />}
    </SectionCard>
  )
}
