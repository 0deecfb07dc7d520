import { type MarkedToken, type Token, lexer } from 'marked'
import { t } from '../language/text.ts'
import { curled } from '../language/curled.ts'
import { type MouseEvent, type ReactNode, Fragment } from 'react'

/** A paragraph of Markdown: emphasis, lists, quotes, code and links. HTML in it is text, and pictures are their descriptions. */
export function MarkdownText({ text }: { text: string }) {
  return <div>{show(lexer(text, { gfm: true, breaks: false }))}</div>
}

function show(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{element(token as MarkedToken)}</Fragment>)
}

function element(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p dir="auto">{show(token.tokens)}</p>
    case 'heading':
      return (
        <p dir="auto">
          <strong>{show(token.tokens)}</strong>
        </p>
      )
    case 'strong':
      return <strong>{show(token.tokens)}</strong>
    case 'em':
      return <em>{show(token.tokens)}</em>
    case 'del':
      return <del>{show(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'code':
      return <pre tabIndex={0}>{token.text}</pre>
    case 'blockquote':
      return <blockquote>{show(token.tokens)}</blockquote>
    case 'list': {
      const items = token.items.map((item, index) => <li key={index}>{show(item.tokens)}</li>)
      return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'link':
      return <OutsideLink href={token.href}>{show(token.tokens)}</OutsideLink>
    case 'image':
      return <em>{token.text}</em>
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'space':
    case 'def':
      return null
    case 'text':
      return token.tokens ? show(token.tokens) : curled(token.text)
    case 'escape':
      return token.text
    default:
      // HTML, tables and what else there may be stay as they were written.
      return token.raw
  }
}

/** A link of a narration. It was written by a tool or a model, so its whole address is shown before it is opened. */
function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>
  const ask = (event: MouseEvent) => {
    if (!window.confirm(`${t('This link leaves the story:')}\n\n${href}\n\n${t('Open it in a new tab?')}`))
      event.preventDefault()
  }
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" title={href} onClick={ask}>
      {children}
    </a>
  )
}
