import Button from '@mui/material/Button'
import type { HostInfo } from '../../api/resources.ts'
import type { ShareView } from '../../api/share-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import { t } from '../language/text.ts'
import { hasTurns, shownName, turnWords, youIn } from './whose-turn.ts'
import type { OpenSession } from './use-session.ts'

/** Who plays a story together, whose turn it is, and what is voted for. */
export function ShareBar({ session, info }: { session: OpenSession; info: HostInfo | undefined }) {
  const notify = useNotice()
  const { share } = session.model
  if (!share) return null
  const you = youIn(info)
  const isPlaying = session.model.live !== null
  const run = (action: Promise<unknown>) => void action.catch((error: unknown) => notify(messageOf(error)))
  return (
    <section className="share-bar" aria-labelledby="share-people">
      <div className="share-people">
        <span id="share-people" className="quiet">
          {t('Who plays')}
        </span>
        <ul aria-labelledby="share-people">
          {share.people.map(({ id, name, role, isHere, hasVoted }) => (
            <li key={id} className={isHere ? 'here' : ''} aria-current={share.turnOf === id ? 'true' : undefined}>
              <bdi>{shownName({ id, name, role }, you)}</bdi>
              <span className="visually-hidden">
                {[!isHere && t('is away'), role === 'reader' && t('reads along'), hasVoted && t('has voted')]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {role === 'reader' && <small aria-hidden> {t('reads along')}</small>}
              {hasVoted && <span aria-hidden> ✓</span>}
            </li>
          ))}
        </ul>
      </div>
      {/* At the field of a player, the composer says whose turn it is. */}
      {(isPlaying || !hasTurns(share) || info?.share.guest?.role === 'reader') && (
        <p role="status" className="quiet">
          {stateOf(share, { you, isPlaying })}
        </p>
      )}
      {share.mode === 'vote' && share.votes.length > 0 && !isPlaying && (
        <ul className="votes" aria-label={t('Votes')}>
          {share.votes.map(({ prompt, count }) => (
            <li key={prompt}>
              <span dir="auto">{prompt}</span>
              <Button size="small" onClick={() => run(api.vote(session.id, prompt))}>
                {t('Vote for this ({count})', { count })}
              </Button>
            </li>
          ))}
          {you === 'host' && (
            <li>
              <Button size="small" variant="outlined" onClick={() => run(api.endVote(session.id))}>
                {t('End the vote now')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function stateOf({ mode, turnOf, people }: ShareView, { you, isPlaying }: { you: string; isPlaying: boolean }): string {
  if (isPlaying) return t('A turn is being played.')
  if (mode === 'free') return t('Everybody plays when they like.')
  if (mode === 'vote')
    return t('All players vote on what happens next: write your own words, or choose those of another.')
  return turnWords({ turnOf, people }, you)
}
