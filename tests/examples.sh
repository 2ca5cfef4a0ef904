#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: an example prints exactly what the command prints for the same input, for each sample of
# the corpus and each file of the public charset data, for the messages of the mail data, and for 1,000
# short texts. Where the public data is absent, it is left out, with a line that reports it.
#
#   examples.sh SOURCE_DIR DATA_DIR COMMAND text|document|mail_html|lines:OFFSETS PROGRAM…
#
# OFFSETS are those of the language's strings: bytes, utf16 or codepoints.
# LINKSPAN_ONE_OF=N: of the charset data, each N-th file.
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

# 1,000 texts: lines of the corpus, without the marks of their links and without what JSON writes as an escape, an empty one and
# one with many links. Of the answers of the command remain the members that the examples print.
compare_lines() {
  { echo; printf 'é www.example.org %.0s' {1..200}; echo; } > "$work/texts"
  LC_ALL=C sed -e 's/\xe2\xb8[\xa0\xa1]//g' "$source_dir"/corpus/*.txt | LC_ALL=C grep -v '^#\|["\[:cntrl:]]' |
    LC_ALL=C awk 'length > 0 && ++count % 9 == 0 && ++taken <= 998' >> "$work/texts"
  [ "$(wc -l < "$work/texts")" -eq 1000 ] || { echo 'examples: there are no 1,000 texts' >&2; exit 1; }
  awk '{print "{\"id\":" NR ",\"text\":\"" $0 "\"}"}' "$work/texts" > "$work/requests"
  "$command" scan --from jsonl --offsets "${kind#lines:}" - < "$work/requests" |
    sed -E 's/"(form|display)":"[^"]*",?//g; s/,"ended_by":"[^"]*"//g; s/,\}/}/g' > "$work/expected"
  "$program" "${arguments[@]}" < "$work/texts" > "$work/actual"
  cmp "$work/expected" "$work/actual" || { echo "examples: $program differs from the command on short texts" >&2; exit 1; }
  echo "examples: the links of 1000 short texts are the same"
}

program=$1
shift
arguments=("$@")
if [[ $kind = lines:* ]]; then
  compare_lines
  exit
fi
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
  done < <(sed -E 's/.*"file": "([^"]*)", "charset": "([^"]*)".*/\1\t\2/' "$data/charsets/manifest.jsonl" |
    awk -v of="${LINKSPAN_ONE_OF-1}" 'NR % of == 0')
else
  echo 'examples: the public charset data is absent; only the samples were compared'
fi
[ "$compared" -gt 10 ] || { echo "examples: only $compared links were compared" >&2; exit 1; }
echo "examples: $compared links are the same"
