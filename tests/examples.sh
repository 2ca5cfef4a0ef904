#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: an example prints exactly what the command prints for the same input, for each sample of
# the corpus and each file of the public charset data, and for the messages of the mail data. Where
# the public data is absent, it is left out, with a line that reports it.
#
#   examples.sh SOURCE_DIR DATA_DIR COMMAND text|document|mail_html PROGRAM…
set -euo pipefail
source_dir=$1 data=$2 command=$3 kind=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0

# compare CHARSET FILE
compare() {
  case $kind in
    text)
      "$command" scan --to tsv --fields start,end,kind --from text --charset utf-8 - < "$2" > "$work/expected"
      "$program" "${arguments[@]}" < "$2" > "$work/actual" ;;
    document)
      "$command" scan --to uri --from text --charset "$1" "$2" > "$work/expected" 2>"$work/messages"
      "$program" "${arguments[@]}" "$1" "$2" > "$work/actual" ;;
    mail_html)
      "$command" render --to html --page --from mail "$2" > "$work/expected" 2>"$work/messages"
      "$program" "${arguments[@]}" "$2" > "$work/actual" ;;
  esac
  cmp "$work/expected" "$work/actual" || { echo "examples: $program differs from the command on $1 $2" >&2; exit 1; }
  compared=$((compared + $(wc -l < "$work/expected")))
}

program=$1
shift
arguments=("$@")
for sample in "$source_dir"/corpus/samples/*.*; do
  [ $kind = mail_html ] && [ "${sample##*.}" != eml ] || compare auto "$sample"
done
if [ $kind = mail_html ]; then
  messages=("$data"/mail/synthetic/*.eml)
  [ -e "${messages[0]}" ] || { echo 'examples: the public mail is absent; only the sample was compared'; exit 0; }
  for message in "${messages[@]}"; do
    compare auto "$message"
  done
elif [ -d "$data/charsets" ]; then
  while IFS=$'\t' read -r file charset; do
    compare "$charset" "$data/charsets/$file"
  done < <(sed -E 's/.*"file": "([^"]*)", "charset": "([^"]*)".*/\1\t\2/' "$data/charsets/manifest.jsonl")
else
  echo 'examples: the public charset data is absent; only the samples were compared'
fi
[ "$compared" -gt 10 ] || { echo "examples: only $compared links were compared" >&2; exit 1; }
echo "examples: $compared links are the same"
