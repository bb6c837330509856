import { Link } from 'react-router'
import { ownFormsContract } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s, signedFormMessages } from '#shared/forms/signing-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { FillingFlow } from './filling-flow.tsx'

/** Fills in the forms for the next visit, for a client who is logged in. */
export default function OwnFormsPage() {
  const person = usePerson()
  // A form that is being filled in must not change under the client, so nothing is read again by itself.
  const read = useRead(ownFormsContract.filling, {}, { staleMs: Infinity, failed: s.failedToLoad })
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-6 display text-booking">{s.pageTitle}</h1>
      <Loaded read={read} skeleton="h-96">
        {({ data }) => (
          <FillingFlow
            filling={data}
            calls={{
              scope: person.id,
              saveDraft: (body) => api(ownFormsContract.saveDraft, { body }),
              sign: (body) => api(ownFormsContract.sign, { body }),
            }}
            doneText={s.done}
            afterwards={
              <Link to={paths.profile} className={`${buttonClass()} mt-6`}>
                {signedFormMessages.toProfile}
              </Link>
            }
            reload={() => void read.reload()}
          />
        )}
      </Loaded>
    </div>
  )
}
