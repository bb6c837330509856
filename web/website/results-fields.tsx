import { ShieldCheck } from 'lucide-react'
import { formatDate } from '#shared/lib/manila-time.ts'
import { consentsContract, type WebsiteConsent } from '#shared/website/consents-contract.ts'
import { MOST, type WebsiteContent } from '#shared/website/content.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Entries, Text } from './entries.tsx'
import { HeadFields } from './head-fields.tsx'
import { PictureField, PictureUpload, thumbnailOf } from './picture-field.tsx'
import type { FieldsProps } from './use-website-editor.ts'

type Pair = WebsiteContent['results']['pairs'][number]

/** The before-and-after pairs, each with the consent of its person. */
export function ResultsFields({ value, change, onVisible }: FieldsProps<'results'> & { onVisible: () => void }) {
  const { data, failure } = useRead(consentsContract.list, {}, { failed: s.failedConsents })
  return (
    <div className="space-y-5">
      <HeadFields value={value} change={change} samplesHint={s.areSamplePairsHint} />
      {failure && <ErrorPanel {...failure} />}
      <Entries
        items={value.pairs}
        onChange={(next) => change(({ pairs }) => ({ pairs: next(pairs) }))}
        nameOf={(pair, place) => pair.name || s.pair(place + 1)}
        most={MOST.results}
        thumbnailOf={({ after }) => thumbnailOf(after.id)}
      >
        {(pair, update) => (
          <>
            <PictureField label={s.before} value={pair.before} onChange={(before) => update({ before })} />
            <PictureField label={s.after} value={pair.after} onChange={(after) => update({ after })} />
            <Text
              label={s.pairName}
              value={pair.name}
              most={60}
              hint={s.pairHint}
              onChange={(name) => update({ name })}
            />
            <Text label={s.text} value={pair.line} most={200} long onChange={(line) => update({ line })} />
            {data && <Consent pair={pair} consents={data.data} onVisible={onVisible} />}
          </>
        )}
      </Entries>
      {value.pairs.length < MOST.results && <NewPair value={value} change={change} />}
    </div>
  )
}

const pictureOf = (id: string) => ({ id, alt: '', focus: 'center' as const })

/** A pair begins with its first picture; the second one is chosen in the entry. */
const NewPair = ({ value: { pairs }, change }: FieldsProps<'results'>) => (
  <PictureUpload
    key={pairs.length}
    label={s.newPair}
    id={null}
    onStored={(id) =>
      change(({ pairs: now }) => ({
        pairs: [...now, { before: pictureOf(id), after: pictureOf(id), name: '', line: '' }].slice(0, MOST.results),
      }))
    }
  />
)

const isBuiltIn = ({ before, after }: Pair) => [before, after].every(({ id }) => id.startsWith('art:'))

type ConsentProps = { pair: Pair; consents: readonly WebsiteConsent[]; onVisible: () => void }

/** Whether the person agreed, who confirmed it and when. Visitors see the pair only with a confirmed consent. */
function Consent({ pair, consents, onVisible }: ConsentProps) {
  const changes = { reread: [consentsContract.list], onDone: onVisible }
  const confirm = useAction(consentsContract.confirm, {
    ...changes,
    ask: () => ({
      title: s.consentQuestion,
      body: s.consentText,
      confirmLabel: s.confirmConsent,
      cancelLabel: s.cancel,
    }),
    done: s.consentConfirmed,
    failed: s.failedToConfirm,
  })
  const withdraw = useAction(consentsContract.withdraw, {
    ...changes,
    ask: () => ({
      title: s.withdrawQuestion,
      body: s.withdrawText,
      confirmLabel: s.withdraw,
      cancelLabel: s.cancel,
      danger: true,
    }),
    failed: s.failedToWithdraw,
  })
  if (isBuiltIn(pair)) return null
  const { before, after } = pair
  const consent = consents.find((one) => one.before.includes(before.id) && one.after.includes(after.id))
  if (!consent)
    return (
      <div className="space-y-3 rounded-ctl bg-warning-soft p-4 text-warning">
        <p className="font-semibold">{before.id === after.id ? s.sameTwice : s.consentMissing}</p>
        <Button
          disabled={before.id === after.id}
          busy={confirm.busy}
          onClick={() => void confirm.run({ body: { before: before.id, after: after.id } })}
        >
          {s.confirmConsent}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ShieldCheck size={18} aria-hidden="true" className="text-success" />
      <p className="min-w-48 flex-1 text-sm">
        {s.consentBy(formatDate(consent.confirmed_at.slice(0, 10)), consent.confirmed_by)}
      </p>
      <Button busy={withdraw.busy} onClick={() => void withdraw.run({ params: { id: consent.id } })}>
        {s.withdraw}
      </Button>
    </div>
  )
}
