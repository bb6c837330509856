import { Mail, MessageSquareText, Pencil, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  messagesContract,
  type MessageSettings,
  type OccasionSetting,
  type RequestAlert,
} from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { VISIT_OCCASIONS } from '#shared/messages/occasions.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { ifMatch } from '#web/lib/if-match.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

import { MessageHistory } from './message-history.tsx'

const TemplateDialog = lazyDialog(async () => (await import('./template-dialog.tsx')).TemplateDialog)

/** What the clinic tells people, on which occasion and in which words, and what became of each message. */
export default function MessagesPage() {
  const { data, error, failure } = useRead(messagesContract.settings, {}, { failed: s.failedToLoad })
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      {failure && !data && <ErrorPanel {...failure} />}
      {data ? <Settings settings={data.data} /> : !error && <Loading />}
      <MessageHistory />
    </div>
  )
}

const Loading = () => (
  <SkeletonGroup label={s.title}>
    <Skeleton className="h-40" />
    <Skeleton className="mt-4 h-96" />
  </SkeletonGroup>
)

function Settings({ settings }: { settings: MessageSettings }) {
  const edit = useDialog(TemplateDialog)
  const open = (setting: OccasionSetting) => edit.open({ setting, sample: settings.sample })
  return (
    <>
      <Channels settings={settings} />
      <SectionCard title={s.occasions} bodyClassName="px-5 pb-3">
        <p className="mb-2 text-sm text-ink-2">{s.occasionsHint}</p>
        <ul className="divide-y divide-line">
          {VISIT_OCCASIONS.map((occasion) => (
            <OccasionRow
              key={occasion}
              name={s.occasionNames[occasion]}
              settings={settings.occasions.filter((each) => each.occasion === occasion)}
              onEdit={open}
            />
          ))}
        </ul>
      </SectionCard>
      <RequestAlertCard alert={settings.requests} />
      {edit.element}
    </>
  )
}

/** After how many hours staff are told of a request. */
function RequestAlertCard({ alert }: { alert: RequestAlert }) {
  const [hours, setHours] = useState<number | null>(alert.request_hours)
  const { run, busy } = useAction(
    (request_hours: number) => api(messagesContract.saveRequestAlert, { body: { request_hours } }, ifMatch(alert)),
    { done: s.requestsSaved, failed: s.notSaved, reread: [messagesContract.settings] },
  )
  return (
    <SectionCard title={s.requests} bodyClassName="px-5 pb-5">
      <p className="mb-3 text-sm text-ink-2">{s.requestsHint}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={s.requestHours} className="w-72 max-w-full">
          <NumberInput value={hours} onChange={setHours} min={0} max={72} />
        </Field>
        <Button
          disabled={hours === null || hours === alert.request_hours}
          busy={busy}
          busyLabel={s.saving}
          onClick={() => void run(hours ?? alert.request_hours)}
        >
          {s.save}
        </Button>
      </div>
    </SectionCard>
  )
}

/** What is set up, and a test of it. */
function Channels({ settings: { email, sms } }: { settings: MessageSettings }) {
  const { run, busy } = useAction(messagesContract.test, {
    done: ({ message }) => message,
    failed: s.testNotSent,
    reread: [messagesContract.list],
  })
  return (
    <SectionCard
      title={s.channels}
      aside={
        email && (
          <Button
            icon={<Send size={18} aria-hidden="true" />}
            busy={busy}
            busyLabel={s.sending}
            onClick={() => void run({})}
          >
            {s.sendTest}
          </Button>
        )
      }
    >
      <dl className="grid gap-4 md:grid-cols-2">
        <ChannelState
          name={s.channel.email}
          icon={<Mail size={20} aria-hidden="true" />}
          isSet={email !== null}
          text={email ? s.emailOn(email.host, email.from) : s.emailOff}
          how={s.emailHow}
        />
        <ChannelState
          name={s.channel.sms}
          icon={<MessageSquareText size={20} aria-hidden="true" />}
          isSet={sms !== null}
          text={sms ? s.smsOn(sms.host) : s.smsOff}
          how={s.smsHow}
        />
      </dl>
    </SectionCard>
  )
}

type ChannelStateProps = { name: string; icon: ReactNode; isSet: boolean; text: string; how: string }

const ChannelState = ({ name, icon, isSet, text, how }: ChannelStateProps) => (
  <div className="rounded-ctl border border-line p-4">
    <dt className="flex items-center gap-2 font-semibold">
      {icon}
      <span className="flex-1">{name}</span>
      <Badge tone={isSet ? 'success' : 'neutral'}>{isSet ? s.isSet : s.notSet}</Badge>
    </dt>
    <dd className="mt-1 text-sm wrap-anywhere text-ink-2">{text}</dd>
    {!isSet && <dd className="text-sm text-ink-2">{how}</dd>}
  </div>
)

type OccasionRowProps = {
  name: string
  settings: OccasionSetting[]
  onEdit: (setting: OccasionSetting) => void
}

/** An occasion with its switch and its text on each channel. */
const OccasionRow = ({ name, settings, onEdit }: OccasionRowProps) => (
  <li className="grid items-center gap-x-6 py-2 lg:grid-cols-[minmax(0,1fr)_20rem_20rem]">
    <h3 className="py-1 font-semibold">{name}</h3>
    {settings.map((setting) => (
      <ChannelSwitch key={setting.channel} name={name} setting={setting} onEdit={() => onEdit(setting)} />
    ))}
  </li>
)

type ChannelSwitchProps = { name: string; setting: OccasionSetting; onEdit: () => void }

function ChannelSwitch({ name, setting, onEdit }: ChannelSwitchProps) {
  const { occasion, channel, subject, body, is_own } = setting
  const { run, busy } = useAction(
    (is_on: boolean) =>
      api(messagesContract.saveOccasion, { body: { occasion, channel, is_on, subject, body } }, ifMatch(setting)),
    {
      done: ({ data }) => (data.is_on ? s.switchedOn(name) : s.switchedOff(name)),
      failed: s.notSaved,
      reread: [messagesContract.settings],
    },
  )
  return (
    <div className="flex items-center gap-2">
      <Switch
        className="min-w-0 flex-1"
        checked={setting.is_on}
        disabled={busy}
        onChange={(next) => void run(next)}
        label={
          <span className="font-normal">
            {s.channel[channel]}
            <span className="sr-only">{`: ${name}`}</span>
            {is_own && <span className="ml-2 text-sm text-ink-2">{s.ownText}</span>}
          </span>
        }
      />
      <IconButton
        label={s.editTextOf(s.channel[channel], name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={onEdit}
      />
    </div>
  )
}
