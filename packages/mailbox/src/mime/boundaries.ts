/**
 * Longest boundary line examined: RFC 2046 §5.1.1 allows 70 characters, mailers write up to twice
 * that.
 */
const LINE_MAX = 200;

/** Most padded lines examined in one message: more than the parts it may have. */
const PADDED_MAX = 10_000;

const CR = 0x0d;
const LF = 0x0a;

/**
 * Removes the blanks at the end of boundary lines. RFC 2046 §5.1.1 lets a relay pad them. The parser does
 * not recognize a padded boundary and would merge the parts after it into their neighbour.
 * @returns the same buffer when no boundary is padded
 */
export function trimBoundaries(raw: Buffer): Buffer {
  const padded = findPadded(raw);
  if (padded.length === 0) return raw;
  const declared = findDeclared(raw);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, blank } of padded) {
    const line = raw.toString("latin1", start + 2, blank);
    if (!declared.has(line) && !declared.has(line.replace(/--$/, ""))) continue;
    pieces.push(raw.subarray(from, blank));
    from = end;
  }
  pieces.push(raw.subarray(from));
  return Buffer.concat(pieces);
}

type Padded = { start: number; blank: number; end: number };

/**
 * Finds non-empty lines that begin with `--` and end in blanks; the blanks run from `blank` to
 * `end`.
 */
function findPadded(raw: Buffer): Padded[] {
  const found: Padded[] = [];
  for (
    let at = raw.indexOf("\n--");
    at !== -1 && found.length < PADDED_MAX;
    at = raw.indexOf("\n--", at + 1)
  ) {
    const start = at + 1;
    const newline = raw.indexOf(LF, start);
    const stop = newline === -1 ? raw.length : newline;
    const end = raw[stop - 1] === CR ? stop - 1 : stop;
    if (stop - start > LINE_MAX || !isBlank(raw[end - 1])) continue;
    let blank = end;
    while (isBlank(raw[blank - 1])) blank--;
    if (blank > start + 2) found.push({ start, blank, end });
  }
  return found;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

function findDeclared(raw: Buffer): Set<string> {
  const declared = new Set<string>();
  for (const match of raw
    .toString("latin1")
    .matchAll(/boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)) {
    declared.add(match[1] ?? match[2] ?? "");
  }
  return declared;
}
