import type { Lang } from "./spans.ts";

type Words<T> = Record<Lang, readonly [T, ...T[]]>;

/** Fillers for tokens: characters that parsers and patterns treat specially. */
export const FILLS: readonly [string, ...string[]] = [
  ...([
    "a",
    "9",
    " ",
    "\t",
    "\r\n",
    "\\u0000",
    "\\\\",
    "%41",
    "%",
    "&amp;",
    "&#x41;",
    "é",
    "\u{1d4b3}",
  ] as const),
  ...["=", "=41", "/", "../", '\\"', "<", "<a", "(", ",", ";", "a,", "a;", "a@", "a@b.c, ", "-", "0", "A1"],
  ...["=?utf-8?q?a?= ", "=?utf-8?b?YWE=?= ", "https://a.b/", "1e9", "]]>", "<!--", "--", "\u0301", ".", "a."],
  ...["35261112345678000190550010000000011000000017 ", "H4sI", "UEsD", "begin 644 a\r\n"],
];

export const SEPARATORS: Words<string> = {
  json: [",", "", " ", "\n"],
  xml: ["", " ", "\n"],
  mime: ["\r\n", "; ", ", ", " ", ""],
  head: ["\r\n", "&", "/", ", ", "; "],
  url: ["&", "/", "", ","],
};

export const NESTS: Words<readonly [string, string]> = {
  json: [
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"":', "}]"],
  ],
  xml: [
    ["<a>", "</a>"],
    ['<a xmlns="u">', "</a>"],
    ['<p:a xmlns:p="u">', "</p:a>"],
    ["<a b='c'>", ""],
    ["<![CDATA[", "]]>"],
    ["<!--", "-->"],
    ["<div>", "</div>"],
  ],
  mime: [
    ["(", ")"],
    ["<", ">"],
    ["Content-Type: message/rfc822\r\n\r\n", ""],
    ['\r\n--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n', ""],
    ["<div>", "</div>"],
    ["<blockquote><table><tr><td>", ""],
  ],
  head: [
    ["(", ")"],
    ["%2f", ""],
    ["../", ""],
    ["%25", ""],
  ],
  url: [
    ["[", "]"],
    ["%5B", "%5D"],
    ["%7B%22a%22:", "%7D"],
    ["../", ""],
  ],
};

/** Numbered members with distinct names. */
export const NAMES: Words<(n: number) => string> = {
  json: [(n) => `"k${n}":1,`, (n) => `"${n}":null,`, (n) => `"k${n}":"\\u0000",`, (n) => `${n},`],
  xml: [(n) => ` xmlns:n${n}="u"`, (n) => ` a${n}="1"`, (n) => `<e${n}/>`, (n) => ` xmlns:n${n}="u${n}"`],
  mime: [
    (n) => `\r\nX-${n}: 1`,
    (n) => `; p*${n}="a"`,
    (n) => `, a${n}@b.test`,
    (n) => `\r\n--b${n}`,
    (n) => `<p${n}>`,
    (n) => `\r\nReferences: <${n}@b>`,
  ],
  head: [(n) => `\r\nX-${n}: 1`, (n) => `&k${n}=1`, (n) => `; c${n}=1`, (n) => `, b${n};q=0.1`],
  url: [(n) => `&k${n}=1`, (n) => `/p${n}`, (n) => `,v${n}`],
};

export const ODDS: Words<string> = {
  json: [
    "null",
    "1e999",
    "-0",
    '"__proto__"',
    '"\\ud800"',
    "[]",
    "{}",
    "0.1",
    "true",
    '""',
    "9007199254740993",
  ],
  xml: ["&a;", "<!DOCTYPE a>", "&#0;", "", "<a", "]]>", '<?xml version="1.1"?>', "&lt;a&gt;", "true", "-1"],
  mime: [
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: quoted-printable",
    "Content-Type: text/html; charset=utf-16",
    "Content-Type: text/plain; charset=iso-2022-jp",
    "Content-Type: application/ms-tnef",
    "Content-Type: application/pkcs7-mime; smime-type=signed-data",
    "Content-Type: message/partial; id=a; number=1; total=2",
    "Content-Type: message/rfc822",
    "charset=utf-7",
    "--b",
    "",
  ],
  head: ["*/*", "gzip", "bytes=0-", "%00", "%zz", "-1", "", "chunked", "br;q=1", "Basic YTpi", "utf-16"],
  url: ["%00", "%zz", "-1", "1e9", "", "*", "2026-01-01", "true", "null"],
};
