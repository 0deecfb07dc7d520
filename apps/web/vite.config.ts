import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/page',
  plugins: [react()],
  build: {
    outDir: '../../dist/page',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows no data addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
})
