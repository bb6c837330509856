import { useEffect, useRef, useState } from 'react'
import type { Output } from '#shared/lib/endpoint.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { unsubscribeContract as contract } from '#shared/messages/unsubscribe-contract.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'
import { IncompleteLinkPage, LinkPage, useLinkToken } from '#web/auth/link-page.tsx'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'

type Unsubscription = Output<typeof contract.unsubscribe>['data']
type State =
  | { kind: 'asking' }
  | { kind: 'done'; result: Unsubscription }
  | { kind: 'void' }
  | { kind: 'failed'; sentence: string }

const isVoid = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** Unsubscribes once per token: React may run the effect twice, which must not undo a later choice. */
function useUnsubscription() {
  const token = useLinkToken()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const asked = useRef<string | null>(null)
  const ask = () => {
    asked.current = token
    setState({ kind: 'asking' })
    api(contract.unsubscribe, { body: { token } }).then(
      ({ data }) => setState({ kind: 'done', result: data }),
      (error: unknown) =>
        setState(isVoid(error) ? { kind: 'void' } : { kind: 'failed', sentence: (error as Error).message }),
    )
  }
  useEffect(() => {
    if (token !== '' && asked.current !== token) ask()
  })
  const { run, busy } = useAction(
    (isWanted: boolean) => api(isWanted ? contract.undo : contract.unsubscribe, { body: { token } }),
    { failed: s.notDone, reread: [], onDone: ({ data }) => setState({ kind: 'done', result: data }) },
  )
  return { token, state, ask, choose: (isWanted: boolean) => void run(isWanted), busy }
}

/** The page of the unsubscribe link, which works at once without log-in or question. */
export default function UnsubscribePage() {
  const { token, state, ask, choose, busy } = useUnsubscription()
  if (token === '') return <IncompleteLinkPage />
  if (state.kind === 'asking') return <LinkPage title={s.unsubscribeTitle} lead={s.unsubscribing} />
  if (state.kind === 'void')
    return (
      <LinkPage title={s.linkVoidTitle} lead={s.linkVoid}>
        <ToProfile />
      </LinkPage>
    )
  if (state.kind === 'failed')
    return (
      <LinkPage title={s.unsubscribeTitle} lead={state.sentence}>
        <Button variant="primary" size="lg" block className="mt-6" onClick={ask}>
          {s.tryAgain}
        </Button>
      </LinkPage>
    )
  const { is_wanted: isWanted, clinic, address, may_undo: mayUndo } = state.result
  return (
    <LinkPage
      title={isWanted ? s.backAgain : s.unsubscribed}
      lead={isWanted ? s.backAgainOf(clinic, address) : s.unsubscribedOf(clinic, address)}
    >
      {mayUndo && (
        <Button size="lg" block className="mt-6" busy={busy} busyLabel={s.undoing} onClick={() => choose(!isWanted)}>
          {isWanted ? s.again : s.undo}
        </Button>
      )}
      <ToProfile />
    </LinkPage>
  )
}

const ToProfile = () => (
  <a href={paths.profile} className={`${buttonClass({ variant: 'quiet', size: 'lg', block: true })} mt-2`}>
    {s.toProfile}
  </a>
)
