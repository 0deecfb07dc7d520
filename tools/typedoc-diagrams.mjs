// Renders the Mermaid diagrams of the guides into the documentation site as SVG, so that the page loads no script. The build
// fails if a diagram cannot be rendered.
import { renderMermaidSVG } from 'beautiful-mermaid'
import { PageEvent } from 'typedoc'

const block = /<pre><code class="mermaid">([\s\S]*?)<\/code>[\s\S]*?<\/pre>/g
const text = 'var(--color-text)'
const style = { bg: 'var(--color-background)', fg: text, muted: text, line: text, transparent: true, font: 'system-ui' }

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace(block, (_, code) => render(textOf(code)))
  })
}

/** @param {string} diagram */
function render(diagram) {
  const picture = renderMermaidSVG(diagram, style)
    .replace(/@import url\([^)]*\);/, '')
    .replace('style="', 'style="max-width:100%;height:auto;')
  return `<figure class="diagram" role="img" aria-label="${labelOf(diagram)}">${picture}</figure>`
}

/** @param {string} diagram */
function labelOf(diagram) {
  const kind = diagram.trim().split(/\s/)[0]
  return kind === 'sequenceDiagram' ? 'A sequence diagram; the source of this page contains its text' : 'A diagram'
}

/** The text of highlighted code. @param {string} html */
function textOf(html) {
  const entities = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
  return html
    .replaceAll('<br/>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name) => entities[name])
}
