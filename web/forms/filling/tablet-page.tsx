import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { handOverContract } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s } from '#shared/forms/signing-messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { openDocument } from '#web/lib/public-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { EndHandOverDialog } from './end-hand-over-dialog.tsx'
import { FillingFlow, type SendWaiting } from './filling-flow.tsx'
import type { FillingCalls } from './form-sheet.tsx'
import { finishHandOvers, signInHandOver } from './late-signatures.ts'

type HandOver = Output<typeof handOverContract.current>['data']

/**
 * The clinic's tablet in the hands of a client: the forms on the whole screen, without navigation. The server refuses
 * every other call of this session, so nothing on this page has to keep the client here.
 */
export default function TabletPage() {
  const current = useRead(handOverContract.current, {}, { staleMs: Infinity })
  if (current.error instanceof ApiError && [401, 404].includes(current.error.status)) return <NotHandedOver />
  if (current.failure) return <Frame>{<ErrorPanel {...current.failure} />}</Frame>
  if (!current.data)
    return (
      <Frame>
        <Skeleton className="h-96" />
      </Frame>
    )
  return <Forms handOver={current.data.data} reload={() => void current.reload()} />
}

const Frame = ({ children, footer }: { children: ReactNode; footer?: ReactNode }) => (
  <div className="mx-auto flex min-h-dvh max-w-2xl flex-col px-4 py-6 sm:px-8">
    <main id="main" tabIndex={-1} className="w-full flex-1 outline-none">
      {children}
    </main>
    {footer && <footer className="mt-6 flex justify-center border-t border-line pt-4">{footer}</footer>}
  </div>
)

/**
 * Sends the forms that were signed in earlier hand-overs, also when the connection returns. Returns false while one of
 * them waits. `running` is the hand-over of this page.
 */
function useFinishedHandOvers(running?: string): boolean {
  const [isFinished, setFinished] = useState(true)
  useEffect(() => {
    const finish = () => void finishHandOvers(running).then(setFinished)
    finish()
    window.addEventListener('online', finish)
    return () => window.removeEventListener('online', finish)
  }, [running])
  return isFinished
}

/** What the tablet's page shows while no forms are handed over to a client: a link to the start page of the user. */
function NotHandedOver() {
  const isFinished = useFinishedHandOvers()
  return (
    <Frame>
      <p role="status" className="text-ink-2">
        {isFinished ? s.tabletNothing : s.notSentYet}
      </p>
      <Button className="mt-4" onClick={() => openDocument(paths.login, { replace: true })}>
        {s.backToWork}
      </Button>
    </Frame>
  )
}

function Forms({ handOver, reload }: { handOver: HandOver; reload: () => void }) {
  useFinishedHandOvers(handOver.id)
  const end = useDialog(EndHandOverDialog)
  const sendWaiting = useRef<SendWaiting>(null)
  const [isWaiting, setWaiting] = useState(false)
  // Waiting signatures are sent first, because after the end of the hand-over the server accepts none of its
  // signatures, and the tablet deletes what it has stored of the hand-over.
  const giveBack = async () => {
    const isSent = (await sendWaiting.current?.()) ?? true
    setWaiting(!isSent)
    if (isSent) end.open({ handOver, onEnded: reload })
  }
  const calls: FillingCalls = {
    scope: handOver.id,
    saveDraft: (draft) => api(handOverContract.saveDraft, { body: draft }),
    sign: (signature) => signInHandOver(handOver.id, signature),
  }
  return (
    <Frame
      footer={
        <Button size="lg" icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => void giveBack()}>
          {s.giveBack}
        </Button>
      }
    >
      <h1 className="mb-6 display text-booking">{s.hello(handOver.first_name)}</h1>
      <FillingFlow filling={handOver} calls={calls} reload={reload} doneText={s.tabletDone} sendWaiting={sendWaiting} />
      {isWaiting && (
        <p role="alert" className="mt-6 rounded-ctl bg-danger-soft px-3 py-2 text-danger">
          {s.notSentYet}
        </p>
      )}
      {end.element}
    </Frame>
  )
}
