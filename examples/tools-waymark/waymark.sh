#!/bin/sh
# Stores the player's place and number of visits, creates a small text file, and offers choices.
# POSIX shell with only sed: JSON strings are copied from the request to the events unchanged.
set -eu

emit() {
  printf '{"version":"0","type":%s}\n' "$1"
}

refuse() {
  emit "\"error\",\"errorCode\":\"$1\",\"errorMessage\":\"$2\""
  emit "\"done\",\"ok\":false,\"summary\":\"$2\""
  exit 0
}

request=$(cat) || request=
case $request in
  '{'*'}') ;;
  *) refuse invalid_request 'Standard input holds no JSON object.' ;;
esac

text='"\(\([^"\\]\|\\.\)\{1,\}\)"'
place=$(printf '%s' "$request" | sed -n "s/.*\"input\":{[^{}]*\"place\":$text.*/\\1/p")
[ -n "$place" ] || refuse invalid_input 'The input needs a place.'
visits=$(printf '%s' "$request" | sed -n 's/.*"state":{[^{}]*"visits":\([0-9]\{1,9\}\)[,}].*/\1/p')
visits=$((${visits:-0} + 1))

emit "\"log\",\"level\":\"info\",\"message\":\"Marking the way\",\"fields\":{\"place\":\"$place\",\"visits\":$visits}"
emit "\"state_patch\",\"patch\":{\"place\":\"$place\",\"visits\":$visits}"

# Written under another name and renamed, so that no reader sees a partial file.
folder=$(mktemp -d "${TMPDIR:-/tmp}/narratoria-XXXXXX")
{
  mark=0
  while [ "$mark" -lt "$visits" ]; do
    printf '* '
    mark=$((mark + 1))
  done
  printf '%s\n' "$place"
} > "$folder/waymark.part"
mv "$folder/waymark.part" "$folder/waymark.txt"

emit "\"asset\",\"assetId\":\"document-1\",\"kind\":\"document\",\"mediaType\":\"text/plain\",\"path\":\"$folder/waymark.txt\""
emit '"ui_event","event":"narrative_choice","payload":{"choices":["Go on","Turn back"]}'
emit "\"done\",\"ok\":true,\"summary\":\"Marked $place.\""
