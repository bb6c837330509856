import { Mail, MessageSquareText, Pencil, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { messagesContract, type MessageSettings, type MessageTypeSetting } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import {
  ACCOUNT_MESSAGE_TYPES,
  CHANNELS,
  CLIENT_MESSAGE_TYPES,
  PREPAID_MESSAGE_TYPES,
  isAccountMessageType,
  DOCUMENT_MESSAGE_TYPES,
  type Channel,
  type TemplateType,
} from '#shared/messages/message-types.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

import { MessageHistory } from './sent-messages.tsx'

const TemplateDialog = lazyDialog(async () => (await import('./template-dialog.tsx')).TemplateDialog)

/** The messages settings and the history of sent messages. */
export default function MessagesPage() {
  const read = useRead(messagesContract.settings, {}, { failed: s.failedToLoad })
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      {/* The skeletons are as high as the settings, so that the history does not move down when the settings
          appear. */}
      <Loaded read={read} label={s.title} skeleton={['h-40', 'h-dvh']}>
        {({ data }) => <Settings settings={data} />}
      </Loaded>
      <MessageHistory />
    </div>
  )
}

function Settings({ settings }: { settings: MessageSettings }) {
  const edit = useDialog(TemplateDialog)
  const open = (setting: MessageTypeSetting) => edit.open({ setting, sample: settings.sample })
  return (
    <>
      <Channels settings={settings} />
      <MessageTypesCard
        title={s.occasions}
        hint={s.messageTypesHint}
        occasions={VISIT_AND_PREPAID_TYPES}
        settings={settings.occasions}
        onEdit={open}
      />
      <MessageTypesCard
        title={s.accounts}
        hint={s.accountsHint}
        occasions={OTHER_TYPES}
        settings={settings.occasions}
        onEdit={open}
      />
      <RequestAlertCard settings={settings} onEdit={open} />
      {edit.element}
    </>
  )
}

const VISIT_AND_PREPAID_TYPES = [...CLIENT_MESSAGE_TYPES, ...PREPAID_MESSAGE_TYPES] as const
const HINTS: Partial<Record<TemplateType, string>> = { follow_up: s.followUpHint, package_expires: s.packageHint }
const OTHER_TYPES = [...ACCOUNT_MESSAGE_TYPES, ...DOCUMENT_MESSAGE_TYPES] as const

type MessageTypesProps = {
  title: string
  hint: string
  occasions: readonly TemplateType[]
  settings: readonly MessageTypeSetting[]
  onEdit: (setting: MessageTypeSetting) => void
}

const MessageTypesCard = ({ title, hint, occasions, settings, onEdit }: MessageTypesProps) => (
  <SectionCard title={title} bodyClassName="px-5 pb-3">
    <p className="mb-2 text-sm text-ink-2">{hint}</p>
    <ul className="divide-y divide-line">
      {occasions.map((occasion) => (
        <MessageTypeRow
          key={occasion}
          name={s.messageTypeNames[occasion]}
          hint={HINTS[occasion]}
          settings={settings.filter((each) => each.occasion === occasion)}
          onEdit={onEdit}
        />
      ))}
    </ul>
  </SectionCard>
)

type RequestAlertProps = { settings: MessageSettings; onEdit: (setting: MessageTypeSetting) => void }

/** The settings of the staff's message about unanswered requests: on or off, text, and after how many daytime hours. */
function RequestAlertCard({ settings: { requests: alert, occasions }, onEdit }: RequestAlertProps) {
  const [hours, setHours] = useState<number | null>(alert.request_hours)
  const { run, busy } = useAction(
    (request_hours: number) => api(messagesContract.saveRequestAlert, { body: { request_hours } }, ifMatch(alert)),
    { done: s.requestsSaved, failed: s.notSaved, reread: [messagesContract.settings] },
  )
  return (
    <SectionCard title={s.requests} bodyClassName="px-5 pb-5">
      <p className="text-sm text-ink-2">{s.requestsHint}</p>
      <ul>
        <MessageTypeRow
          name={s.messageTypeNames.requests_waiting}
          hint={undefined}
          settings={occasions.filter(({ occasion }) => occasion === 'requests_waiting')}
          onEdit={onEdit}
        />
      </ul>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <Field label={s.requestHours} className="w-72 max-w-full">
          <NumberInput value={hours} onChange={setHours} min={1} max={72} />
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

const icons = {
  email: <Mail size={20} aria-hidden="true" />,
  sms: <MessageSquareText size={20} aria-hidden="true" />,
}

/** Shows whether e-mail and SMS can be sent; each channel has a button that sends a test. */
const Channels = ({ settings: { email, sms } }: { settings: MessageSettings }) => (
  <SectionCard title={s.channels}>
    <ul className="grid gap-4 md:grid-cols-2">
      <ChannelState
        channel="email"
        setUp={email && s.emailOn(email.host, email.from)}
        off={[s.emailOff]}
        action={<SetUpEmail />}
      />
      <ChannelState channel="sms" setUp={sms && s.smsOn(sms.host)} off={[s.smsOff, s.smsHow]} />
    </ul>
  </SectionCard>
)

/** `setUp` describes the channel; null if the channel is not configured, and then `off` explains the consequences. */
type ChannelStateProps = { channel: Channel; setUp: string | null; off: readonly string[]; action?: ReactNode }

const SetUpEmail = () => (
  <Link to={paths.mailServer} className={`${buttonClass()} mt-3`}>
    {s.setUpEmail}
  </Link>
)

function ChannelState({ channel, setUp, off, action }: ChannelStateProps) {
  const { run, busy } = useAction(messagesContract.test, {
    done: ({ message }) => message,
    failed: s.testNotSent,
    reread: [messagesContract.list],
  })
  return (
    <li className="rounded-ctl border border-line p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        {icons[channel]}
        <span className="flex-1">{s.channel[channel]}</span>
        <Badge tone={setUp === null ? 'neutral' : 'success'}>{setUp === null ? s.notSet : s.isSet}</Badge>
      </h3>
      {(setUp === null ? off : [setUp]).map((text) => (
        <p key={text} className="mt-1 text-sm wrap-anywhere text-ink-2">
          {text}
        </p>
      ))}
      {setUp === null && action}
      {setUp !== null && (
        <Button
          className="mt-3"
          icon={<Send size={18} aria-hidden="true" />}
          busy={busy}
          busyLabel={s.sending}
          onClick={() => void run({ body: { channel } })}
        >
          {s.sendTest[channel]}
        </Button>
      )}
    </li>
  )
}

type MessageTypeRowProps = {
  name: string
  hint: string | undefined
  settings: MessageTypeSetting[]
  onEdit: (setting: MessageTypeSetting) => void
}

/** A row with a message type, and its switch and text for each channel. */
const MessageTypeRow = ({ name, hint, settings, onEdit }: MessageTypeRowProps) => (
  <li className="grid items-center gap-x-6 py-2 lg:grid-cols-[minmax(0,1fr)_20rem_20rem]">
    <div className="py-1">
      <h3 className="font-semibold">{name}</h3>
      {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
    </div>
    {settings.map((setting) => (
      <div
        key={setting.channel}
        className={`flex items-center gap-2 ${setting.channel === CHANNELS[0] ? 'lg:col-start-2' : 'lg:col-start-3'}`}
      >
        {isAccountMessageType(setting.occasion) ? (
          <AlwaysSent setting={setting} />
        ) : (
          <ChannelSwitch name={name} setting={setting} />
        )}
        <IconButton
          label={s.editTextOf(s.channel[setting.channel], name)}
          icon={<Pencil size={18} aria-hidden="true" />}
          onClick={() => onEdit(setting)}
        />
      </div>
    ))}
  </li>
)

const OwnText = ({ setting }: { setting: MessageTypeSetting }) =>
  setting.is_own && <span className="ml-2 text-sm text-ink-2">{s.ownText}</span>

/** Messages that people need to log in are always sent, so they have no switch. */
const AlwaysSent = ({ setting }: { setting: MessageTypeSetting }) => (
  <p className="min-w-0 flex-1 py-2">
    {s.channel[setting.channel]}, {s.always}
    <OwnText setting={setting} />
  </p>
)

function ChannelSwitch({ name, setting }: { name: string; setting: MessageTypeSetting }) {
  const { occasion, channel, subject, body } = setting
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
    <Switch
      className="min-w-0 flex-1"
      checked={setting.is_on}
      disabled={busy}
      onChange={(next) => void run(next)}
      label={
        <span className="font-normal">
          {s.channel[channel]}
          <span className="sr-only">{`: ${name}`}</span>
          <OwnText setting={setting} />
        </span>
      }
    />
  )
}
