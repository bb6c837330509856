import { MailCheck, MailWarning, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { mailServerContract, type MailServer, type MailServerState } from '#shared/messages/mail-server-contract.ts'
import { mailServerMessages as s } from '#shared/messages/mail-server-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { MailServerForm } from './mail-server-form.tsx'

/** The settings of the mail account that sends the clinic's e-mails. */
export default function MailServerPage() {
  const read = useRead(mailServerContract.read, {}, { failed: s.failedToLoad })
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <Loaded read={read} label={s.title} skeleton="h-dvh">
        {({ data }) => <Account state={data} />}
      </Loaded>
    </div>
  )
}

const Account = ({ state: { fixed, server, public_url } }: { state: MailServerState }) => (
  <>
    {fixed ? <FixedCard fixed={fixed} publicUrl={public_url} /> : <Warning server={server} />}
    {/* The key remounts the form when the mail account is removed, so that the form is empty afterwards. */}
    {!fixed && <MailServerForm key={server === null ? 'none' : 'set'} server={server} publicUrl={public_url} />}
    {(fixed ?? server) && <TestCard />}
  </>
)

const Note = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
    <MailWarning size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden="true" />
    <div>
      {title !== undefined && <p className="font-semibold">{title}</p>}
      <p>{children}</p>
    </div>
  </div>
)

function Warning({ server }: { server: MailServer | null }) {
  if (server === null) return <Note>{s.off}</Note>
  if (server.password === 'missing') return <Note title={s.passwordMissingTitle}>{s.passwordMissing}</Note>
  return null
}

type FixedProps = { fixed: NonNullable<MailServerState['fixed']>; publicUrl: string | null }

/** Shows the mail server that the server's environment variables configure. This page cannot change it. */
const FixedCard = ({ fixed, publicUrl }: FixedProps) => (
  <SectionCard title={s.fixedTitle}>
    <p className="-mt-2 mb-4 text-sm text-ink-2">{s.fixedHint}</p>
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {[
        [s.host, fixed.host],
        [s.senderAddress, fixed.from],
        [s.webAddress, publicUrl],
      ].map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm font-semibold">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  </SectionCard>
)

type TestAnswer = { is_sent: boolean; message: string }

/** The card whose button sends a test e-mail to the logged-in person, and shows the mail server's last answer. */
function TestCard() {
  const [answer, setAnswer] = useState<TestAnswer | null>(null)
  const { run, busy } = useAction(mailServerContract.test, {
    failed: s.testNotSent,
    onDone: ({ data }) => setAnswer(data),
  })
  return (
    <SectionCard title={s.test}>
      <p className="-mt-2 mb-4 text-sm text-ink-2">{s.testHint}</p>
      <Button
        icon={<Send size={18} aria-hidden="true" />}
        busy={busy}
        busyLabel={s.sending}
        onClick={() => void run({})}
      >
        {s.sendTest}
      </Button>
      <div role="status" className="mt-4 empty:mt-0">
        {answer && !busy && (
          <p
            className={`flex gap-3 rounded-ctl px-4 py-3 text-sm ${answer.is_sent ? 'bg-success-soft' : 'bg-danger-soft'}`}
          >
            {answer.is_sent ? (
              <MailCheck size={20} className="shrink-0 text-success" aria-hidden="true" />
            ) : (
              <MailWarning size={20} className="shrink-0 text-danger" aria-hidden="true" />
            )}
            <span className="min-w-0 wrap-anywhere">{answer.message}</span>
          </p>
        )}
      </div>
    </SectionCard>
  )
}
