import { counted, t } from '../language/text.ts'
import { api } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import type { Command } from '../../api/read-command.ts'
import { redoTurns, undoTurns } from './undo-turns.ts'
import type { OpenSession } from './use-session.ts'

/** Undoes, redoes or retries turns or continues the story as the player typed it, and says so. Rejects with the refusal of the server. */
export function useStoryChanges({ id, model }: OpenSession): (command: Command) => Promise<void> {
  const notify = useNotice()
  return async ({ name, count }) => {
    if (name === 'continue') {
      await api.continueStory(id)
      return
    }
    if (name === 'retry') {
      const head = model.session?.head
      if (!head) return notify(t('There is no turn to play again.'))
      await api.retryTurn(id, head)
      return notify(t('Playing the turn again.'))
    }
    if (name === 'undo') {
      const turns = Math.min(count, model.session?.lineLength ?? 0)
      if (turns === 0) return notify(t('There is no turn to undo.'))
      await undoTurns(id, turns)
      return notify(
        turns === 1
          ? t('The turn is undone. Redo restores it.')
          : t('{count} turns are undone. Redo restores them.', { count: turns }),
      )
    }
    if (count > 1) await api.redo(id, count)
    const turns = count > 1 ? count : await redoTurns(id, model.session?.head ?? null)
    notify(counted(turns, 'The turn is back.', 'The {count} turns are back.'))
  }
}
