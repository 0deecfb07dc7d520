/** A tool in POSIX shell that needs only awk. */
export function shellTemplate(name: string): string {
  return String.raw`#!/bin/sh
# ${name}: a Narratoria tool. Reads one JSON request, writes one JSON event per line.
set -eu

emit() {
  printf '{"version":"0","type":%s}\n' "$1"
}

# Prints the text or number at a path of the request such as input.who, as JSON without quotes.
# It stops at invalid JSON, and prints nothing if there is no such value.
get() {
  printf '%s' "$request" | LC_ALL=C awk -v wanted="$1" '
    function blank() { while (at <= length(text) && index(" \t\r\n", substr(text, at, 1))) at++ }
    function string(   start) {
      for (start = ++at; substr(text, at, 1) != "\""; at++) {
        if (at > length(text)) exit
        if (substr(text, at, 1) == "\\") at++
      }
      return substr(text, start, at++ - start)
    }
    function value(path,   first, start, key) {
      blank(); first = substr(text, at, 1)
      if (first == "\"") { key = string(); if (path == wanted) { print key; exit } }
      else if (first == "{" || first == "[") list(path, first == "{")
      else {
        start = at
        while (at <= length(text) && !index(",]} \t\r\n", substr(text, at, 1))) at++
        if (at == start) exit
        if (path == wanted) { print substr(text, start, at - start); exit }
      }
    }
    function list(path, named,   key, count) {
      at++; blank()
      while (at <= length(text) && !index("]}", substr(text, at, 1))) {
        key = count++
        if (named) { key = string(); blank(); at++ }
        value(path (path == "" ? "" : ".") key)
        blank(); if (substr(text, at, 1) == ",") at++
        blank()
      }
      at++
    }
    { text = text $0 "\n" }
    END { at = 1; value("") }'
}

request=$(cat <&0) || request=
case $request in
  '{'*'}') ;;
  *)
    emit '"error","errorCode":"invalid_request","errorMessage":"Standard input is not a JSON object."'
    emit '"done","ok":false'
    exit 0
    ;;
esac

# The value is already JSON text, so it can be used in events unchanged.
who=$(get input.who)
: "${'$'}{who:=stranger}"

emit '"log","level":"info","message":"Greeting..."'
emit "\"state_patch\",\"patch\":{\"greeted\":\"$who\"}"
emit "\"ui_event\",\"event\":\"narration\",\"payload\":{\"text\":\"Hello, $who!\"}"
emit "\"done\",\"ok\":true,\"summary\":\"Greeted $who.\""
`
}
