/** A tool in POSIX shell that only needs sed. */
export function shellTemplate(name: string): string {
  return `#!/bin/sh
# ${name}: a Narratoria tool. Reads one JSON request, writes one JSON event per line.
set -eu

emit() {
  printf '{"version":"0","type":%s}\\n' "$1"
}

request=$(cat) || request=
case $request in
  '{'*'}') ;;
  *)
    emit '"error","errorCode":"invalid_request","errorMessage":"Standard input is not a JSON object."'
    emit '"done","ok":false'
    exit 0
    ;;
esac

# The value is already JSON text, so it can be used in events unchanged.
who=$(printf '%s' "$request" | sed -n 's/.*"who" *: *"\\(\\([^"\\\\]\\|\\\\.\\)*\\)".*/\\1/p')
: "\${who:=stranger}"

emit '"log","level":"info","message":"Greeting..."'
emit "\\"state_patch\\",\\"patch\\":{\\"greeted\\":\\"$who\\"}"
emit "\\"ui_event\\",\\"event\\":\\"narration\\",\\"payload\\":{\\"text\\":\\"Hello, $who!\\"}"
emit "\\"done\\",\\"ok\\":true,\\"summary\\":\\"Greeted $who.\\""
`
}
