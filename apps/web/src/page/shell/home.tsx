import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState } from 'react'
import { api, messageOf } from '../api/client.ts'
import { type Screen, hrefOf } from '../routing/route.ts'

/** Opens the story played last, or creates the first one. */
export function Home({ screen }: { screen: Screen }) {
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let left = false
    findStory().then(
      (sessionId) => !left && window.location.replace(hrefOf({ sessionId, screen })),
      (error: unknown) => !left && setProblem(messageOf(error)),
    )
    return () => void (left = true)
  }, [screen, tries])
  return (
    <main className="home">
      <h1>Narratoria</h1>
      {problem === undefined ? (
        <CircularProgress aria-label="Opening your stories" />
      ) : (
        <>
          <p role="alert">{problem}</p>
          <Button
            variant="contained"
            onClick={() => {
              setProblem(undefined)
              setTries(tries + 1)
            }}
          >
            Try again
          </Button>
        </>
      )}
    </main>
  )
}

/** The pending request, shared so that a first visit does not create two stories. */
let finding: Promise<string> | undefined

function findStory(): Promise<string> {
  finding ??= api
    .listSessions()
    .then(async ({ sessions }) => sessions[0]?.sessionId ?? (await api.createSession()).sessionId)
    .finally(() => (finding = undefined))
  return finding
}
