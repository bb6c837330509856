import { deviceStore } from '#web/lib/device-store.ts'
import { Fragment, type ReactNode, type Ref } from 'react'
import { receiptMessages as s } from '#shared/sales/paper/messages.ts'
import {
  A5,
  PAPER_WIDTHS,
  type PaperItem,
  type PaperPair,
  type PaperText,
  type PaperWidth,
} from '#shared/sales/paper/paper.ts'
import { clinicLogo } from '#web/lib/page/document-head.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import './receipt-paper.css'

const store = deviceStore<PaperWidth>(
  'mutya.paper-width',
  (kept) => PAPER_WIDTHS.find((width) => String(width) === kept) ?? 80,
)

/** The paper width of this till's printer, stored on the device. */
export const usePaperWidth = (): [PaperWidth, (width: PaperWidth) => void] => [store.use(), store.set]

const widths = PAPER_WIDTHS.map((width) => ({ value: width, label: width === A5.width ? s.a5 : s.millimetres(width) }))

/** Chooses the paper width of this till's printer. */
export function PaperSwitch({ width, onChange }: { width: PaperWidth; onChange: (width: PaperWidth) => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm font-semibold" aria-hidden="true">
        {s.paperWidth}
      </span>
      <SegmentedControl aria-label={s.paperWidth} options={widths} value={width} onChange={onChange} />
    </div>
  )
}

/** The background around a receipt or reading in its dialog, also while it loads. */
export const PaperTray = ({ children }: { children: ReactNode }) => (
  <div className="mt-3 flex min-h-[60dvh] items-start justify-center overflow-x-auto rounded-card bg-surface-3 p-4">
    {children}
  </div>
)

/** The placeholder of a receipt or reading that loads, in the width of its paper. */
export function LoadingPaper() {
  return (
    <SkeletonGroup className="w-[80mm] max-w-full space-y-3 bg-surface p-5">
      <Skeleton className="mx-auto h-5 w-40" />
      {Array.from({ length: 9 }, (_, i) => (
        <Skeleton key={i} className="h-4 w-full" />
      ))}
    </SkeletonGroup>
  )
}

/** The longest piece of a word that fits beside a label on paper of 58 mm. */
const LONGEST_PIECE = 12

/** The pieces of a word: itself, or pieces of equal length if it may be wider than the paper. */
function piecesOf(word: string): string[] {
  const letters = Array.from(word)
  const count = Math.ceil(letters.length / LONGEST_PIECE)
  if (count < 2) return [word]
  const size = Math.ceil(letters.length / count)
  return Array.from({ length: count }, (_, i) => letters.slice(i * size, (i + 1) * size).join(''))
}

/**
 * Shows a value of any length. A long word may only break between pieces of equal length, so that no single letter is
 * left over, and a non-breaking space becomes a plain one.
 */
const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[\s-])/u).map((word, i) =>
    piecesOf(word.replaceAll(/\s/gu, ' ')).map((piece, n) => (
      <Fragment key={`${i} ${n}`}>
        {n > 0 && <wbr />}
        {piece}
      </Fragment>
    )),
  )

const Pairs = ({ pairs }: { pairs: readonly PaperPair[] }) => (
  <dl className="receipt-pairs">
    {pairs.map(({ label, value, isTotal, isBlank }, i) => (
      <div key={i} className={isTotal ? 'receipt-total' : isBlank ? 'receipt-blank' : undefined}>
        <dt>{label}</dt>
        <dd>
          <Breakable text={value} />
        </dd>
      </div>
    ))}
  </dl>
)

const Lines = ({ lines, className }: { lines: readonly string[] | undefined; className?: string }) =>
  lines?.map((line, i) => (
    <p key={i} className={className}>
      {line}
    </p>
  ))

/** Lines in which a number such as PTU-2026-0001 only breaks if it is wider than the paper, as in the PDF. */
const SmallPrint = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, i) => (
    <p key={i} className="receipt-small">
      {line.split(/(?=\s)/u).map((word, n) =>
        /-.*\d/u.test(word) ? (
          <Fragment key={n}>
            {' '}
            <span className="inline-block">{word.trimStart()}</span>
          </Fragment>
        ) : (
          word
        ),
      )}
    </p>
  ))

function Item({ item }: { item: PaperItem }) {
  return (
    <li data-add-on={item.isAddOn || undefined}>
      <div>
        <span>
          {item.isAddOn && '+ '}
          {item.name}
          <small>{item.detail}</small>
        </span>
        <b>{item.amount}</b>
      </div>
      {item.deductions?.map(({ label, value }, i) => (
        <div key={i} className="receipt-deduction">
          <span>{label}</span>
          <b>{value}</b>
        </div>
      ))}
    </li>
  )
}

/** A document or reading as printed, in true size. */
export function ReceiptPaper({ text, width, ref }: { text: PaperText; width: PaperWidth; ref?: Ref<HTMLElement> }) {
  const logo = clinicLogo()
  return (
    <article ref={ref} aria-label={text.heading} data-width={width} className="receipt-paper">
      <header>
        {logo !== null && <img src={logo} alt="" className="receipt-logo" />}
        <p className="receipt-clinic">{text.clinic}</p>
        <Lines lines={text.clinicLines} />
        <p className="receipt-heading">{text.heading}</p>
        {text.number && <p className="receipt-number">{text.number}</p>}
        {text.mark && <p className="receipt-mark">{text.mark}</p>}
        {text.reprint && <p className="receipt-reprint">{text.reprint}</p>}
      </header>
      <Pairs pairs={text.facts} />
      {text.items.length > 0 && (
        <ul className="receipt-items">
          {text.items.map((item, i) => (
            <Item key={i} item={item} />
          ))}
        </ul>
      )}
      {text.sums.length > 0 && <Pairs pairs={text.sums} />}
      {text.parts?.map(({ heading, pairs }, i) => (
        <section key={i} aria-label={heading}>
          <p className="receipt-part">{heading}</p>
          <Pairs pairs={pairs} />
        </section>
      ))}
      <Lines lines={text.signatures} className="receipt-signature" />
      <footer>
        <Lines lines={text.notices} className="receipt-notice" />
        <SmallPrint lines={text.smallPrint ?? []} />
        {text.foot !== '' && <p>{text.foot}</p>}
      </footer>
    </article>
  )
}
