import { TriangleAlert } from 'lucide-react'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'

/** A quiet strip: the clinic works, but whoever runs the server has something to set right. */
export function ProxyNotice() {
  return (
    <div role="note" className="flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <TriangleAlert size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden="true" />
      <p>
        <b className="block font-semibold">{s.proxyNotTrusted}</b>
        {s.proxyNotTrustedHint}
      </p>
    </div>
  )
}
