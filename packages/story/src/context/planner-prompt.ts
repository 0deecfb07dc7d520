import type { StoryContext } from './build-context.ts'

export function fillPrompt(context: StoryContext): string {
  return `You are a creative story planner for an emergent narrative system.

Your task is to analyze the current story state and create a plan for the next scene.

## Current Story State

**Novel:** ${context.novel_name}
${context.about}
**Current Tick:** ${context.current_tick}
**Active Character:** ${context.active_character_name} (${context.active_character_id})

### Overall Story Summary
${context.overall_summary}

### The Next Beat of the Outline
${context.outline_beat}

### The World Now
${context.world_state}

### Recent Scenes (Detailed)
${context.recent_scenes_summary}

### Open Story Loops
${context.open_loops_list}

### Active Character Details
${context.active_character_details}

### Available Relationships
${context.character_relationships}

## Available Tools

You can use the following tools to gather information or create entities; a question mark marks an argument that may be left out:

${context.available_tools_description}

## Your Task

Create a plan for the next scene. Consider:
1. Which open loops should be addressed or developed?
2. What information do you need to write this scene effectively?
3. Should new characters or locations be introduced?
4. How should relationships evolve?

## Output Format

Respond with one JSON object of this structure and nothing else:

\`\`\`json
{
  "rationale": "Brief explanation of your planning decisions",
  "scene_intention": "What should happen in this scene (1-2 sentences)",
  "pov_character": "Character ID for POV (use ${context.active_character_id})",
  "target_location": "Location ID where scene takes place (or null for new location)",
  "beat": "ID of the beat of the outline that the scene narrates",
  "people": ["IDs of the characters who are present, the active character included"],
  "things": ["IDs of the things that are handled"],
  "actions": [
    { "tool": "tool.name", "args": { "arg1": "value1" }, "reason": "Why this tool is needed" }
  ],
  "expected_outcomes": ["Outcome 1", "Outcome 2"]
}
\`\`\`

## Guidelines

- The scene narrates the next beat of the outline; people who are dead or gone are not present
- A thing can only be handled if it lies there or someone who is present has it
- Keep actions focused (2-4 tools maximum per plan)
- Use memory.search to recall relevant context
- Use character.generate only when introducing new characters; name one created in this plan by role or name
- Use relationship.create when characters first interact significantly
- Use relationship.update to track relationship changes
- Scene intention should be specific and actionable
- Expected outcomes should be concrete story developments

Generate your plan now:`
}
