export function buildIfStale(): string | undefined
