import '@fontsource-variable/literata/wght.css'
import '@fontsource-variable/literata/wght-italic.css'
import '@fontsource-variable/roboto/wght.css'
import '@fontsource/opendyslexic/400.css'
import '@fontsource/opendyslexic/700.css'
import './styles/index.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <CacheProvider value={createCache({ key: 'n', nonce })}>
      <App />
    </CacheProvider>
  </StrictMode>,
)

// After the story: it is not needed to read it.
window.addEventListener('load', () =>
  setTimeout(
    () => void import('./install/register.ts').then(({ registerOfflinePage }) => registerOfflinePage()).catch(() => {}),
    2_000,
  ),
)
