import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { NARRATORIA_URL = 'http://127.0.0.1:4747', NARRATORIA_TOKEN } = process.env

const proxy = {
  target: NARRATORIA_URL,
  changeOrigin: true,
  headers: NARRATORIA_TOKEN ? { Authorization: `Bearer ${NARRATORIA_TOKEN}` } : {},
  // The server refuses requests of other sites. Those of this page come from this proxy.
  configure: (server) => server.on('proxyReq', (request) => request.removeHeader('origin')),
}

export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/agui': proxy, '/api': proxy } },
})
