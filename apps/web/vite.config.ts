import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/** Writes a compressed copy of each script and style beside it, so that a server need not compress. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    for (const [name, file] of Object.entries(bundle))
      if (/\.(?:js|css)$/.test(name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(file.type === 'chunk' ? file.code : file.source))
  },
}

/** Moves the style below the markup, so that what the page shows before its scripts is painted without waiting for it. */
const styleBelow: Plugin = {
  name: 'style-below',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [link = ''] = /[^\S\n]*<link rel="stylesheet"[^>]*>\n?/.exec(html) ?? []
      return html.replace(link, '').replace('</body>', `${link}</body>`)
    },
  },
}

export default defineConfig({
  root: 'src/page',
  plugins: [react(), compressed, styleBelow],
  build: {
    outDir: '../../dist/page',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows no data addresses and no inline script.
    assetsInlineLimit: 0,
    // The page that is shown offline has no part in the build, so its font needs a name that stays.
    rolldownOptions: {
      output: {
        assetFileNames: ({ names: [name = ''] }) =>
          name === 'roboto-latin-wght-normal.woff2' ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
})
