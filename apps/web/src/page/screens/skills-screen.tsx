import { mdiArrowLeft, mdiPuzzleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useCallback, useEffect, useRef, useState } from 'react'
import { counted, t } from '../language/text.ts'
import type { SkillEntry, SkillList } from '../../api/skill-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { Empty } from '../components/empty.tsx'
import { useSwitch } from '../settings/preferences.ts'
import { LoadProblem } from '../components/load-problem.tsx'
import { hrefOf } from '../routing/route.ts'
import { inMakersWords, inPlayersWords } from '../player/shipped-skills.ts'
import { HealthChip, isRemarkable } from '../skills/health-chip.tsx'
import { useScreenNames } from '../settings/screen-names.ts'
import { SkillPanel } from '../skills/skill-panel.tsx'
import { SkillSwitch } from '../skills/skill-switch.tsx'
import type { OpenSession } from '../story/use-session.ts'
import { Icon } from '../components/icon.tsx'

/** The list of skills, and the settings of the selected one. */
export function SkillsScreen({ session, name }: { session: OpenSession; name: string | null }) {
  const version = session.model.skillsVersion
  const { list, problem, load } = useSkills(version)
  const [changes, setChanges] = useState(0)
  const onChanged = () => (setChanges(changes + 1), load())
  const [isDetailed] = useSwitch('details.skills')
  const { skills } = useScreenNames()
  if (!list)
    return problem === undefined ? (
      <p className="quiet">{t('Loading …')}</p>
    ) : (
      <LoadProblem message={problem} onRetry={load} />
    )
  return (
    <>
      <DetailsSwitch name="details.skills" />
      <div className={name === null ? 'skills' : 'skills skills-open'}>
        <div className="skill-list">
          {problem !== undefined && <LoadProblem message={problem} onRetry={load} />}
          <Stack component="ul" aria-label={skills} sx={{ gap: '0.5rem' }}>
            {list.skills.map((skill) => (
              <SkillLine
                key={skill.name}
                session={session}
                skill={skill}
                current={skill.name === name}
                onChanged={onChanged}
              />
            ))}
          </Stack>
          {isDetailed && <SkillWarnings warnings={list.warnings} />}
        </div>
        <div className="skill-detail">
          {name === null ? (
            <Empty icon={mdiPuzzleOutline} title={t('Choose one of the list')}>
              {t('What it does and its settings appear here.')}
            </Empty>
          ) : (
            <>
              <Button
                className="back"
                href={hrefOf({ sessionId: session.id, screen: 'skills' })}
                startIcon={<Icon path={mdiArrowLeft} />}
              >
                {t('Back to the list')}
              </Button>
              <SkillPanel key={name} name={name} version={version + changes} onChanged={onChanged} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function useSkills(version: number) {
  const [list, setList] = useState<SkillList>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(() => {
    api.listSkills().then(
      (answer) => (setList(answer), setProblem(undefined)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [])
  useEffect(load, [load, version])
  return { list, problem, load }
}

interface SkillLineProps {
  session: OpenSession
  skill: SkillEntry
  current: boolean
  onChanged: () => void
}

function SkillLine({ session, skill, current, onChanged }: SkillLineProps) {
  const [isDetailed] = useSwitch('details.skills')
  const { title, about } = inPlayersWords(skill)
  const more = inMakersWords(skill)
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => void (current && line.current?.scrollIntoView({ block: 'nearest' })), [current])
  return (
    <li ref={line} className={current ? 'skill-line skill-line-current' : 'skill-line'}>
      <a
        href={hrefOf({ sessionId: session.id, screen: 'skills', detail: skill.name })}
        aria-current={current ? 'true' : undefined}
      >
        <span>
          <b>{title}</b>
          {isDetailed && (
            <small className="quiet">
              {' · '}
              {[more.title, skill.version].filter(Boolean).join(' ')}
            </small>
          )}
        </span>
        <span className="quiet">{about}</span>
        {isDetailed && more.about !== undefined && <small className="quiet">{more.about}</small>}
        {isRemarkable(skill) && <HealthChip enabled={skill.enabled} errorState={skill.errorState} />}
      </a>
      <SkillSwitch skill={skill} onChanged={onChanged} />
    </li>
  )
}

function SkillWarnings({ warnings }: { warnings: SkillList['warnings'] }) {
  if (warnings.length === 0) return null
  return (
    <details className="warnings-box">
      <summary>
        {counted(warnings.length, 'One warning from the skill folders', '{count} warnings from the skill folders')}
      </summary>
      <ul>
        {warnings.map((warning, index) => (
          <li key={index}>
            <b>{warning.where}</b>: {warning.message}
          </li>
        ))}
      </ul>
    </details>
  )
}
