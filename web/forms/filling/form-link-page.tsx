import { useEffect, useState } from 'react'
import { formLinkContract, type Signature } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s, signingMessages } from '#shared/forms/signing-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { IncompleteLinkPage, LinkPage, useLinkToken } from '#web/auth/link-page.tsx'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { clearDrafts, unsentSignatures } from './device-drafts.ts'
import { FillingFlow } from './filling-flow.tsx'
import { useUnsent } from './use-unsent.ts'

const isVoid = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/**
 * The number of characters at the start of a link's token that name the visit; drafts on the device are stored under
 * them.
 */
const SCOPE_LENGTH = 22
const scopeOf = (token: string) => token.slice(0, SCOPE_LENGTH)

const signByLink = (token: string, signature: Signature) =>
  api(formLinkContract.sign, { body: { ...signature, token } })

/** The page of a link that has ended. Forms that were signed without a connection before are still sent, for a day. */
function EndedLink({ token }: { token: string }) {
  const scope = scopeOf(token)
  const [wasWaiting] = useState(() => unsentSignatures(scope).length > 0)
  const [isRefused, setRefused] = useState(false)
  const { count } = useUnsent({
    scope,
    send: (signature) => signByLink(token, signature),
    onRefused: () => setRefused(true),
  })
  useEffect(() => {
    // An ended link can continue no half-filled form, so the drafts are removed once no signature waits to be sent.
    if (count === 0) clearDrafts(scope)
  }, [count, scope, isRefused])
  const text = isRefused ? s.lateLinkRefused : count > 0 ? s.offlineSignedHint : s.lateLinkSent
  return (
    <LinkPage title={s.linkVoidTitle} lead={signingMessages.linkVoid}>
      {wasWaiting && (
        <p role="status" className="mt-4 font-semibold">
          {text}
        </p>
      )}
    </LinkPage>
  )
}

/** Fills in the forms of a visit by the link in an e-mail, without log-in. */
export default function FormLinkPage() {
  const token = useLinkToken()
  const input = token === '' ? null : { body: { token } }
  const { data, error, failure, reload } = useRead(formLinkContract.see, input, { staleMs: Infinity })
  if (token === '') return <IncompleteLinkPage />
  if (isVoid(error)) return <EndedLink token={token} />
  if (!data)
    return (
      <LinkPage title={s.pageTitle} {...(!failure && { lead: s.loading })}>
        {failure && <ErrorPanel {...failure} className="mt-4" />}
      </LinkPage>
    )
  const filling = data.data
  if (filling.forms.length === 0) return <LinkPage title={s.hello(filling.first_name)} lead={s.nothing} />
  return (
    <LinkPage title={s.hello(filling.first_name)} lead={s.lead}>
      <div className="mt-6">
        <FillingFlow
          filling={filling}
          calls={{
            scope: scopeOf(token),
            saveDraft: (draft) => api(formLinkContract.saveDraft, { body: { token, ...draft } }),
            sign: (signature) => signByLink(token, signature),
          }}
          doneText={s.done}
          reload={() => void reload()}
        />
      </div>
    </LinkPage>
  )
}
