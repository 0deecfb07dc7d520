/** A page without scripts and styles that says why the page itself cannot be shown. */
export function refusalPage(message: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">
<title>Narratoria</title></head>
<body><main><h1>Narratoria</h1><p>${text}</p></main></body>
</html>
`
}
