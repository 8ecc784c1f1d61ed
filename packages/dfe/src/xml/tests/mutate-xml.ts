/** Returns pseudo-random numbers in [0, 1): the same seed gives the same sequence. */
export type Random = () => number;

/** @param seed any integer   @source Mulberry32 (public domain) */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Content to insert between two tags, valid or not. */
const CONTENT: readonly string[] = [
  ...[
    " ",
    "\n",
    "\r\n",
    "\t",
    "x",
    "é€😀",
    "]]",
    "'\"",
    ">",
    "&amp;",
    "&lt;&gt;",
    "&#13;",
    "&#x9;",
    "&#233;",
    "<a/>",
    "<a></a>",
    "<a b='1'/>",
  ],
  ...[
    "<!-- c -->",
    "<!---->",
    "<?x?>",
    "<?x  y ?>",
    "<![CDATA[]]>",
    "<![CDATA[<&>]]>",
    "<a xmlns=''/>",
    "<a xmlns='urn:a'><b/></a>",
  ],
  ...[
    "<p:a xmlns:p='urn:p' p:b=''/>",
    "<a xml:lang='pt'/>",
    "<a b='1' a='2' xmlns:q='urn:q' q:a='3'/>",
    "<a c='&#10;&quot;'/>",
    "]]>",
    "&",
    "<p:a/>",
  ],
];

/** Text to insert into a start tag, valid or not. */
const ATTRIBUTES: readonly string[] = [
  ...[
    " ",
    "\n\t",
    ' a="1"',
    " z='1'",
    " b='\"'",
    ' c="\'"',
    ' d="&#9;&#13;&lt;&amp;"',
    ' e="\t\n"',
    ' xmlns=""',
    ' xmlns="urn:u"',
  ],
  ...[
    ' xmlns:p="urn:u"',
    ' xmlns:q="urn:u" q:a=""',
    ' xmlns:q="urn:u" xmlns:r="urn:u" q:a="" r:a=""',
    ' xml:lang="pt"',
    ' xml:space="x"',
  ],
  ...[
    ' xml:id="i"',
    ' xmlns:xml="http://www.w3.org/XML/1998/namespace"',
    ' xmlns:xml="urn:u"',
    ' xmlns:xmlns="urn:u"',
    ' xmlns:p=""',
  ],
  ...[
    " xmlns='relativo'",
    " xmlns='urn:a b'",
    " xmlns='http://x/?a&amp;b'",
    " xmlns='http://www.w3.org/2000/xmlns/'",
    ' a="1" a="2"',
    " p:a='1'",
  ],
  ...["/", ' a="<"', " a=b", ' a="1"b="2"', ` a="${"x".repeat(300)}"`, ":a", "é"],
];

/** Text to insert anywhere: markup, references, control characters. */
const PIECES: readonly string[] = [
  ..."< > & \" ' = / ! ? : ; - -- ]]> ]] [ <!-- --> <!----> <![CDATA[ <![CDATA[x]]> </ /> <a> </a> <a/> <p:a/> <?x?> <?x ?>".split(
    " ",
  ),
  ..."&amp; &lt; &gt; &quot; &apos; &#65; &#x41; &#13; &#x10FFFF; &#0; &#xD800; &#xFFFE; &nbsp; &amp &#; &#x; &AMP;".split(
    " ",
  ),
  ...[
    "<?x y z?>",
    "<?xml version='1.0'?>",
    "<?XML a?>",
    "<!DOCTYPE a>",
    "<!ENTITY x 'y'>",
    "<!doctype a>",
    "<!ELEMENT a ANY>",
  ],
  ...[
    ' a="1"',
    " a='1'",
    ' a="1" a="2"',
    ' xmlns=""',
    ' xmlns="u"',
    ' xmlns:p="u"',
    ' xmlns:q="u" p:a="" q:a=""',
    " p:a='1'",
  ],
  ...[
    ' xml:lang="pt"',
    ' xml:space="preserve"',
    ' xmlns:xml="u"',
    ' xmlns:xmlns="u"',
    ' xmlns:p=""',
    ' Id="x"',
    ' a="<"',
    " a=b",
  ],
  ...[
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\r\r\n",
    "\u0000",
    "\u0001",
    "\u000b",
    "\u001a",
    "\u007f",
    "\u0085",
    "\u00a0",
    "\u2028",
  ],
  ...["\ufeff", "\ufffe", "\uffff", "\ufffd", "é", "ç", "€", "😀", "\u0301", "·", "ª", "x".repeat(300)],
];

const DECLARATIONS: readonly string[] = [
  ...[
    "",
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<?xml version='1.0' encoding='utf-8' ?>\n",
  ],
  ...[
    '<?xml version="1.1"?>',
    '<?xml version="2.0" encoding="UTF-8"?>',
    '<?xml encoding="UTF-8"?>',
    '<?xml version="1.0" standalone="yes"?>',
  ],
  ...[
    '<?xml version="1.0" standalone="no" encoding="UTF-8"?>',
    '<?xml version="1.0" standalone="maybe"?>',
    "<?xml?>",
    "<?xml ?>",
  ],
  ...[
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<?xml version="1.0" encoding="US-ASCII"?>',
    '<?xml version="1.0" encoding="UTF-16"?>',
  ],
  ...[
    '<?xml version="1.0" encoding="nada"?>',
    '<?xml version="1.0" encoding=""?>',
    '\n<?xml version="1.0"?>',
    '<?xml  version = "1.0"  encoding = "utf-8"  ?>',
  ],
];
const DECLARATION = /^\s*<\?xml\s[^>]*\?>/;

type Mutation = (text: string, random: Random) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, random) => insert(text, after(text, />/g, random), pick(CONTENT, random)),
  (text, random) => insert(text, after(text, />/g, random), pick(CONTENT, random)),
  (text, random) => insert(text, after(text, /<[^\s/>!?]+/g, random), pick(ATTRIBUTES, random)),
  (text, random) => insert(text, after(text, /<[^\s/>!?]+/g, random), pick(ATTRIBUTES, random)),
  (text, random) => insert(text, anywhere(text, random), pick(PIECES, random)),
  (text, random) => {
    const at = anywhere(text, random);
    return insert(cut(text, at, at + 1), at, pick(PIECES, random));
  },
  (text, random) => {
    const at = anywhere(text, random);
    return cut(text, at, at + span(random));
  },
  (text, random) => {
    const at = anywhere(text, random);
    return insert(text, anywhere(text, random), text.slice(at, at + span(random)));
  },
  (text, random) => {
    const at = anywhere(text, random);
    const piece = text.slice(at, at + span(random));
    const rest = cut(text, at, at + piece.length);
    return insert(rest, anywhere(rest, random), piece);
  },
  (text, random) => pick(DECLARATIONS, random) + text.replace(DECLARATION, ""),
  (text, random) =>
    text.replaceAll(pick(["\n", "'", '"', " ", "><"], random), pick(["\r\n", '"', "'", "  ", "> <"], random)),
  (text) => text.replace(/<([^\s/>!?]+)([^>]*)><\/\1>|<([^\s/>!?]+)([^>]*)\/>/, "<$1$3$2$4></$1$3>"),
  (text, random) => (random() < 0.2 ? text.slice(0, anywhere(text, random)) : text + pick(PIECES, random)),
];

/** Changes a document in one to three places and encodes it; the random source determines everything. */
export function mutateXml(text: string, random: Random): Buffer {
  let mutated = text;
  for (let left = 1 + Math.floor(random() ** 2 * 3); left > 0; left -= 1) {
    mutated = pick(MUTATIONS, random)(mutated, random);
  }
  const bytes = encode(mutated, random);
  if (random() < 0.05 && bytes.length > 0) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = Math.floor(random() * 256);
  }
  return bytes;
}

function encode(text: string, random: Random): Buffer {
  const dice = random();
  if (dice < 0.85) return Buffer.from(text, "utf8");
  if (dice < 0.88) return Buffer.from(`\ufeff${text}`, "utf8");
  if (dice < 0.92) return Buffer.from(text, "latin1");
  const wide = Buffer.from(dice < 0.98 ? `\ufeff${text}` : text, "utf16le");
  return random() < 0.5 ? wide : wide.swap16();
}

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

function anywhere(text: string, random: Random): number {
  return Math.floor(random() * (text.length + 1));
}

/** The offset after a random match of a pattern. */
function after(text: string, pattern: RegExp, random: Random): number {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? 0 : ((each) => each.index + each[0].length)(pick(found, random));
}

function span(random: Random): number {
  return 1 + Math.floor(random() ** 3 * 200);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}
