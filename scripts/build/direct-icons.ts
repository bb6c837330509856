import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const INDEX = fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs'))
const IMPORT = /import \{([^}]*)\} from 'lucide-react'/g

/** All icon names of the package with their file paths. */
function iconPaths(): Map<string, string> {
  const paths = new Map<string, string>()
  for (const [, names = '', path = ''] of readFileSync(INDEX, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) paths.set(name, `lucide-react/icons/${path}`)
  return paths
}

function directImports(names: string, paths: Map<string, string>): string {
  // Imports of types are left out: only the compiler needs them, but even an import of types alone would load the index
  // of all icons.
  const wanted = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
  const direct = wanted.flatMap((name) => {
    const [exported = '', local = exported] = name.split(/\s+as\s+/)
    const path = paths.get(exported)
    return path ? [`import ${local} from '${path}'`] : []
  })
  const others = wanted.filter((name) => !paths.has(name.split(/\s+as\s+/)[0]!))
  if (others.length > 0) direct.push(`import { ${others.join(', ')} } from 'lucide-react'`)
  return direct.join(';')
}

/**
 * Rewrites `import { Check } from 'lucide-react'` to an import of the icon's own file. If pages imported the package's
 * index, every page would seem to use every icon.
 */
export function directIcons(): Plugin {
  const paths = iconPaths()
  if (paths.size < 1000) throw new Error(`${INDEX} has changed its form: see ${import.meta.url}`)
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: "from 'lucide-react'" },
      handler: (code) => ({ code: code.replace(IMPORT, (_, names: string) => directImports(names, paths)), map: null }),
    },
  }
}
