import { useEffect, useRef, useState } from 'react'
import { contactContract } from '#shared/auth/contract.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { IncompleteLinkPage, LinkPage, useLinkToken } from './link-page.tsx'

type State = { kind: 'asking' } | { kind: 'done' } | { kind: 'void' } | { kind: 'failed'; sentence: string }

const isAboutLink = (error: unknown) => error instanceof ApiError && error.errors['token'] !== undefined

/** Uses the link once per token, because React may run the effect twice. */
function useVerification(): { token: string; state: State; again: () => void } {
  const token = useLinkToken()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const asked = useRef<string | null>(null)
  const ask = () => {
    asked.current = token
    setState({ kind: 'asking' })
    api(contactContract.verifyEmail, { body: { token } }).then(
      () => setState({ kind: 'done' }),
      (error: unknown) =>
        setState(isAboutLink(error) ? { kind: 'void' } : { kind: 'failed', sentence: (error as Error).message }),
    )
  }
  useEffect(() => {
    if (token !== '' && asked.current !== token) ask()
  })
  return { token, state, again: ask }
}

/** The page that opens with the link in an e-mail that confirms the person's address. */
export default function VerifyEmailPage() {
  const { token, state, again } = useVerification()
  if (token === '') return <IncompleteLinkPage />
  if (state.kind === 'asking') return <LinkPage title={s.verifyTitle} lead={s.verifying} />
  if (state.kind === 'failed')
    return (
      <LinkPage title={s.verifyTitle} lead={state.sentence}>
        <Button variant="primary" size="lg" block className="mt-6" onClick={again}>
          {s.tryAgain}
        </Button>
      </LinkPage>
    )
  const isDone = state.kind === 'done'
  return (
    <LinkPage title={isDone ? s.emailConfirmed : s.linkVoidTitle} lead={isDone ? s.emailConfirmedText : s.linkVoid}>
      <a href={publicPaths.profile} className={`${buttonClass({ variant: 'primary', size: 'lg', block: true })} mt-6`}>
        {s.toProfile}
      </a>
    </LinkPage>
  )
}
