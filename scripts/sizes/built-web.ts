import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PARTS_FILE } from '../build/page-chunks.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; isDynamicEntry?: boolean }

/** One measured part: its name, its limit and its size, in KB of 1,024 bytes after brotli compression. */
export type Measured = {
  what: string
  limit: number
  brotli: number
  gzip: number
  /** For a budget that is known to be exceeded: the size above which the check fails, and the reason. */
  missed?: { allowed: number; why: string }
}

/** The size of a file in bytes after compression, by format. */
export type Packed = { brotli: number; gzip: number }

/** Compresses bytes as the server does for browsers. */
const compress = (bytes: Buffer): Packed => ({
  brotli: brotliCompressSync(bytes).length,
  gzip: gzipSync(bytes).length,
})

/** These formats are compressed already and are sent as they are. */
const isPacked = (file: string) => /\.(woff2|avif|webp)$/.test(file)

/**
 * A finished web build, read from its manifest. Keys are source files relative to `web/`; files are the build's output.
 */
export class BuiltWeb {
  private readonly manifest: Record<string, Chunk>
  private readonly parts: Record<string, string[]>
  private readonly sizes = new Map<string, Packed>()

  /** Tests pass a faster function as `compressed`, because the best compression takes a second for each build. */
  constructor(
    private readonly root: string,
    private readonly compressed = compress,
  ) {
    this.manifest = JSON.parse(this.bytesOf('.vite/manifest.json').toString()) as Record<string, Chunk>
    this.parts = JSON.parse(this.bytesOf(PARTS_FILE).toString()) as Record<string, string[]>
  }

  bytesOf(file: string): Buffer {
    return readFileSync(path.join(this.root, file))
  }

  chunk(key: string): Chunk {
    const chunk = this.manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}: its budget measures nothing`)
    return chunk
  }

  /** The keys of all source files that are loaded on demand. */
  get lazyKeys(): string[] {
    return Object.keys(this.manifest).filter((key) => this.manifest[key]!.isDynamicEntry)
  }

  /** Returns the keys of the source files that this page or the layout can load on demand. */
  partsOf(key: string): string[] {
    const parts = this.parts[key]
    if (!parts) throw new Error(`the build does not say what ${key} asks for: its dialogs would not be measured`)
    return parts
  }

  /** Every script file of the build. */
  get scripts(): string[] {
    return [...new Set(Object.values(this.manifest).map(({ file }) => file))].filter((file) => file.endsWith('.js'))
  }

  /** Returns the keys of the given source files and of everything that they import statically. */
  reach(keys: readonly string[]): Set<string> {
    const reached = new Set<string>()
    const visit = (key: string) => {
      if (reached.has(key)) return
      reached.add(key)
      this.chunk(key).imports?.forEach(visit)
    }
    keys.forEach(visit)
    return reached
  }

  /** Returns the built script files of the given source files and of everything that they import statically. */
  scriptsOf(keys: readonly string[]): string[] {
    return [...new Set(Array.from(this.reach(keys), (key) => this.chunk(key).file))]
  }

  /** Measures these files as one row of the report. */
  weigh(what: string, limit: number, files: readonly string[]): Measured {
    const sizes = files.map((file) => this.packed(file))
    const sum = (of: 'brotli' | 'gzip') => sizes.reduce((total, size) => total + size[of], 0) / 1024
    return { what, limit, brotli: sum('brotli'), gzip: sum('gzip') }
  }

  /** Measures a file once and remembers the size, because a file occurs in many rows. */
  private packed(file: string): Packed {
    const known = this.sizes.get(file)
    if (known) return known
    const size = this.sizeOf(file)
    this.sizes.set(file, size)
    return size
  }

  private sizeOf(file: string): Packed {
    const whole = path.join(this.root, file)
    // The server sends the copies that the build has compressed; compressing every file again takes half a minute.
    if (existsSync(`${whole}.br`) && existsSync(`${whole}.gz`))
      return { brotli: statSync(`${whole}.br`).size, gzip: statSync(`${whole}.gz`).size }
    const bytes = this.bytesOf(file)
    return isPacked(file) ? { brotli: bytes.length, gzip: bytes.length } : this.compressed(bytes)
  }
}
