import { formLinkContract } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s, signingMessages } from '#shared/forms/signing-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { IncompleteLinkPage, LinkPage, useLinkToken } from '#web/auth/link-page.tsx'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { FillingFlow } from './filling-flow.tsx'

const isVoid = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** The length of the part of a token that names the visit; drafts on the device are kept under it. */
const SCOPE_LENGTH = 22

/** Fills in the forms of a visit by the link in an e-mail, without log-in. */
export default function FormLinkPage() {
  const token = useLinkToken()
  const input = token === '' ? null : { body: { token } }
  const { data, error, failure, reload } = useRead(formLinkContract.see, input, { staleMs: Infinity })
  if (token === '') return <IncompleteLinkPage />
  if (isVoid(error)) return <LinkPage title={s.linkVoidTitle} lead={signingMessages.linkVoid} />
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
            scope: token.slice(0, SCOPE_LENGTH),
            saveDraft: (draft) => api(formLinkContract.saveDraft, { body: { token, ...draft } }),
            sign: (signature) => api(formLinkContract.sign, { body: { token, ...signature } }),
          }}
          doneText={s.done}
          reload={() => void reload()}
        />
      </div>
    </LinkPage>
  )
}
