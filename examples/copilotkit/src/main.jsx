import { HttpAgent } from '@ag-ui/client'
import { CopilotKitProvider } from '@copilotkit/react-core/v2'
import '@copilotkit/react-core/v2/styles.css'
import { createRoot } from 'react-dom/client'
import { StoryPage } from './story-page.jsx'
import { ToolCall } from './tool-call.jsx'
import './page.css'

const threadId = new URLSearchParams(location.search).get('story') ?? 'copilotkit'
const agent = new HttpAgent({ agentId: 'narratoria', url: '/agui', threadId })

// The agent is on this page, so CopilotKit needs no server of its own.
createRoot(document.getElementById('root')).render(
  <CopilotKitProvider
    agents__unsafe_dev_only={{ narratoria: agent }}
    renderToolCalls={[{ name: '*', render: ToolCall }]}
    enableInspector={false}
  >
    <StoryPage agentId="narratoria" threadId={threadId} />
  </CopilotKitProvider>,
)
