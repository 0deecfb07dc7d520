import { mdiArrowLeft, mdiPuzzleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import { useCallback, useEffect, useRef, useState } from 'react'
import { counted, t } from '../language/text.ts'
import type { SkillEntry, SkillList } from '../../api/skill-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { Empty } from '../components/empty.tsx'
import { useSwitch } from '../settings/preferences.ts'
import { LoadProblem } from '../components/load-problem.tsx'
import { useNotice } from '../components/notices.tsx'
import { hrefOf } from '../routing/route.ts'
import { inMakersWords, inPlayersWords } from '../player/shipped-skills.ts'
import { HealthChip, isRemarkable } from '../skills/health-chip.tsx'
import { SkillPanel } from '../skills/skill-panel.tsx'
import type { OpenSession } from '../story/use-session.ts'
import { Icon } from '../components/icon.tsx'

/** The list of skills, and the settings of the selected one. */
export function SkillsScreen({ session, name }: { session: OpenSession; name: string | null }) {
  const version = session.model.skillsVersion
  const { list, problem, load } = useSkills(version)
  const [isDetailed] = useSwitch('details.skills')
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
          <Stack component="ul" aria-label={t('Skills')} sx={{ gap: '0.5rem' }}>
            {list.skills.map((skill) => (
              <SkillLine
                key={skill.name}
                session={session}
                skill={skill}
                current={skill.name === name}
                onChanged={load}
              />
            ))}
          </Stack>
          {isDetailed && <SkillWarnings warnings={list.warnings} />}
        </div>
        <div className="skill-detail">
          {name === null ? (
            <Empty icon={mdiPuzzleOutline} title={t('Choose a skill')}>
              {t('What it does and its settings appear here.')}
            </Empty>
          ) : (
            <>
              <Button
                className="back"
                href={hrefOf({ sessionId: session.id, screen: 'skills' })}
                startIcon={<Icon path={mdiArrowLeft} />}
              >
                {t('All skills')}
              </Button>
              <SkillPanel key={name} name={name} version={version} />
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
  const { title, about } = isDetailed ? inMakersWords(skill) : inPlayersWords(skill)
  const notify = useNotice()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => void (current && line.current?.scrollIntoView({ block: 'nearest' })), [current])
  async function toggle(enabled: boolean) {
    try {
      await api.switchSkill(skill.name, enabled)
      onChanged()
    } catch (error) {
      notify(messageOf(error))
    }
  }
  return (
    <li ref={line} className={current ? 'skill-line skill-line-current' : 'skill-line'}>
      <a
        href={hrefOf({ sessionId: session.id, screen: 'skills', detail: skill.name })}
        aria-current={current ? 'true' : undefined}
      >
        <span>
          <b>{title}</b> {isDetailed && <small className="quiet">{skill.version}</small>}
        </span>
        <span className="quiet">{about}</span>
        {(isDetailed || isRemarkable(skill)) && <HealthChip enabled={skill.enabled} errorState={skill.errorState} />}
      </a>
      <Switch
        checked={skill.enabled}
        onChange={(_, enabled) => void toggle(enabled)}
        slotProps={{ input: { 'aria-label': t('{name} is used', { name: title }) } }}
      />
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
