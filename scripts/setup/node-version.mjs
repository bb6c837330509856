const oldest = [20, 19]

/** Returns an error sentence if this Node.js is too old to run Mutya, else undefined. `version` is like "20.19.4". */
export function nodeVersionSentence(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  return (
    `Mutya needs Node.js ${oldest.join('.')} or newer; this is ${version}. ` +
    'Install Node.js 24 from https://nodejs.org and run the command again.'
  )
}
