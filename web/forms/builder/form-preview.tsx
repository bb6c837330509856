import { Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { missingAnswers, type FormAnswers, type MissingAnswer } from '#shared/forms/answers.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { FormFields } from '#web/forms/form-fields.tsx'
import { useScale } from '#web/lib/use-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'

type Device = 'phone' | 'tablet'

/** The widths of the previewed screens in CSS pixels. */
const widths: Readonly<Record<Device, number>> = { phone: 390, tablet: 820 }

const devices = [
  { value: 'tablet', label: s.previewTablet, icon: <Tablet size={18} aria-hidden="true" /> },
  { value: 'phone', label: s.previewPhone, icon: <Smartphone size={18} aria-hidden="true" /> },
] as const

/** The form as clients see it, on a tablet or phone. It can be filled in, and nothing is kept. */
export function FormPreview({ content }: { content: FormContent }) {
  const [device, setDevice] = useState<Device>('tablet')
  const [answers, setAnswers] = useState<FormAnswers>({})
  const [missing, setMissing] = useState<MissingAnswer[] | null>(null)
  const { box, scale } = useScale(widths[device])
  const change = (next: FormAnswers) => {
    setAnswers(next)
    setMissing(null)
  }
  return (
    <section aria-label={s.preview} className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl aria-label={s.previewWidth} options={devices} value={device} onChange={setDevice} />
        <Button onClick={() => setMissing(missingAnswers(content, answers))}>{s.checkAnswers}</Button>
        <Button onClick={() => change({})}>{s.clearAnswers}</Button>
      </div>
      <p className="text-sm text-ink-2" role="status">
        {missing === null ? s.previewHint : missing.length === 0 ? s.allAnswered : s.openQuestions(missing.length)}
      </p>
      <div ref={box} className="form-preview">
        <Card className="p-5" style={{ width: widths[device], zoom: scale }}>
          <h2 className="mb-5 text-lg font-bold">{content.title || s.untitled}</h2>
          <FormFields
            content={content}
            answers={answers}
            onChange={(id, answer) => change({ ...answers, [id]: answer })}
            missing={missing ?? []}
          />
        </Card>
      </div>
    </section>
  )
}
