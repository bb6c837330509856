/** Why a budget is missed, by the name of its row: said beside the figure as long as it is missed. */
const reasons: Readonly<Record<string, string>> = {}

/** `: …` with the reason, or nothing when none is known. */
export const becauseOf = (name: string): string => (reasons[name] ? `: ${reasons[name]}` : '')
