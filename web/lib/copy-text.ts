/**
 * Copies a text to the clipboard. On plain http, where pages have no clipboard, it selects `input` and runs the copy
 * command. False when both failed.
 */
export async function copyText(text: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    input?.select()
    return input !== null && document.execCommand('copy')
  }
}
