/**
 * Puts a text on the clipboard. Without https the browser has no clipboard for pages: then the text of `input` is copied
 * as if somebody had pressed the keys. False when neither worked.
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
