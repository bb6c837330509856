import { useRef, useState } from 'react'
import { printElement } from '#web/lib/print.ts'
import { toast } from './toast.ts'

/** Prints the element of `paper`, and shows a toast with the title `failed` if it cannot be printed. */
export function usePrintedPaper(widthMm: number, failed: string) {
  const paper = useRef<HTMLDivElement>(null)
  const [isPrinting, setIsPrinting] = useState(false)
  const print = async () => {
    if (!paper.current) return
    setIsPrinting(true)
    try {
      await printElement(paper.current, widthMm)
    } catch {
      toast.error({ title: failed })
    } finally {
      setIsPrinting(false)
    }
  }
  return { paper, isPrinting, print: () => void print() }
}
