/**
 * Copies a text to the clipboard. On plain http, where pages have no clipboard, it selects `input` and runs the copy
 * command. False when both failed.
 */
export async function copyText(text: string, input: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    input?.select()
    return input !== null && document.execCommand('copy')
  }
}

/**
 * How many milliseconds a file stays available for its download, because the browser may first ask where to save it.
 */
const KEEP_MS = 60_000

/**
 * Lets the browser save the file of an address while it arrives. If the server answers with an error, the download
 * fails and the page stays. Without `name`, the response names the file.
 */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Saves a file on the device under a name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  downloadFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}
