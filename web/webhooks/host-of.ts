/** The host of a webhook's address, by which sentences name the webhook. */
export const hostOf = ({ url }: { url: string }): string => new URL(url).host
