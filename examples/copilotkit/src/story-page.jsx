import { CopilotChat, useAgent, useCopilotKit } from '@copilotkit/react-core/v2'
import { useEffect, useState } from 'react'

const labels = { chatInputPlaceholder: 'What do you do?', welcomeMessageText: 'A story', chatDisclaimerText: '' }

/** A chat with the story, the choices of the last turn, and the state. */
export function StoryPage({ agentId, threadId }) {
  const { agent } = useAgent({ agentId })
  const { copilotkit } = useCopilotKit()
  const choices = useChoices(agent)

  // A run without a message reads the story so far.
  useEffect(() => {
    if (agent.messages.length === 0 && !agent.isRunning) void copilotkit.runAgent({ agent })
  }, [agent, copilotkit])

  const say = (content) => {
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content })
    void copilotkit.runAgent({ agent })
  }
  const command = (name) => void copilotkit.runAgent({ agent, forwardedProps: { narratoria: { command: name } } })

  return (
    <main>
      <section className="chat">
        <CopilotChat agentId={agentId} threadId={threadId} labels={labels} />
        <nav aria-label="Choices">
          {choices.map(({ text, hint }) => (
            <button key={text} disabled={agent.isRunning} title={hint} onClick={() => say(text)}>
              {text}
            </button>
          ))}
          <button disabled={agent.isRunning} onClick={() => command('undo')}>
            Undo
          </button>
        </nav>
      </section>
      <aside>
        <h2>State</h2>
        <pre>{JSON.stringify(agent.state, null, 2)}</pre>
      </aside>
    </main>
  )
}

/** The choices of the last run. */
function useChoices(agent) {
  const [choices, setChoices] = useState([])
  useEffect(() => {
    const { unsubscribe } = agent.subscribe({
      onCustomEvent: ({ event }) => {
        if (event.name === 'narratoria.choices') setChoices(event.value)
      },
    })
    return unsubscribe
  }, [agent])
  return choices
}
