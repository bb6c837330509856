import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'

/** The label of the checkbox that makes this browser a trusted device: it then needs no second factor for 30 days. */
export const TrustLabel = () => (
  <>
    {s.trust}
    <span className="block text-sm text-ink-2">{s.trustHint}</span>
  </>
)
