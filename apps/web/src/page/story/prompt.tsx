import { t } from '../language/text.ts'
import { useState } from 'react'
import { curled } from '../language/curled.ts'

/** Characters and lines above which a prompt is folded. */
const [maxCharacters, maxLines] = [600, 8]

/** What the player said. A long prompt is folded. */
export function Prompt({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > maxCharacters || text.split('\n').length > maxLines
  return (
    <>
      <h2 className={isLong && !isOpen ? 'prompt prompt-folded' : 'prompt'} dir="auto">
        {curled(text)}
      </h2>
      {isLong && (
        <button type="button" className="unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Show less') : t('Show all of it')}
        </button>
      )}
    </>
  )
}
