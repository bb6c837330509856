import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { Text } from './entries.tsx'

/** The fields with which most sections of the website begin. */
type Head = { title: string; lead?: string; is_sample?: boolean }

type HeadFieldsProps = {
  value: Head
  change: (changes: Partial<Head>) => void
  /** The hint of the switch that marks a section's content as samples; without a hint there is no such switch. */
  samplesHint?: string
}

/**
 * The fields for a section's title and, if it has one, its lead, and the switch with which the owner says that its
 * content is no longer a sample.
 */
export const HeadFields = ({ value: { title, lead, is_sample }, change, samplesHint }: HeadFieldsProps) => (
  <>
    <Text label={s.sectionTitle} value={title} most={80} onChange={(next) => change({ title: next })} />
    {lead !== undefined && (
      <Text label={s.text} value={lead} most={300} long onChange={(next) => change({ lead: next })} />
    )}
    {samplesHint && is_sample && (
      <Switch
        label={s.areSamples}
        detail={samplesHint}
        checked={is_sample}
        onChange={(next) => change({ is_sample: next })}
      />
    )}
  </>
)
