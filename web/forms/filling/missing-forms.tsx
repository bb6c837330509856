import { FilePenLine } from 'lucide-react'
import type { MissingForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useMissingForms } from './use-missing-forms.ts'

const namesOf = (forms: readonly MissingForm[]) => s.missingNames(forms.map((form) => form.title).join(', '))

/**
 * Shows how many forms the client has yet to sign for a visit. The names of the forms are in the tooltip and for screen
 * readers.
 */
export function MissingFormsBadge({ appointmentId }: { appointmentId: string | null }) {
  const forms = useMissingForms(appointmentId)
  if (!forms || forms.length === 0) return null
  return (
    <Badge tone="warning" icon={<FilePenLine size={14} aria-hidden="true" />}>
      <span title={namesOf(forms)}>{s.missingCount(forms.length)}</span>
      <span className="sr-only">. {namesOf(forms)}</span>
    </Badge>
  )
}

/**
 * An icon for a visit whose client has yet to sign these forms. It is for the cards of the day board, which have no room
 * for `MissingFormsBadge`.
 */
export const MissingFormsIcon = ({ forms }: { forms: readonly MissingForm[] }) => (
  <FilePenLine
    size={14}
    className="inline shrink-0 align-[-0.125em] text-warning"
    role="img"
    aria-label={`${s.missingCount(forms.length)}. ${namesOf(forms)}`}
  />
)
