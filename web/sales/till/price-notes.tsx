import { saleSentences } from '#shared/sales/sentences.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { Button } from '#web/ui/button.tsx'

/** What has become of prices since the order was rung up. */
export function PriceNotes({ notes, onSeen }: { notes: readonly string[]; onSeen: () => void }) {
  if (notes.length === 0) return null
  return (
    <div role="alert" className="mb-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-bold text-warning">{saleSentences.pricesChanged}</p>
      <ul className="mt-1 list-disc pl-4">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Button onClick={onSeen} className="mt-2">
        {s.reviewed}
      </Button>
    </div>
  )
}
