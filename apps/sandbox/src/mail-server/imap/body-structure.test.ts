import { expect, test } from "vitest";
import { parseMimeTree } from "../mime-tree.ts";
import { cutSection, parseSection } from "./body-section.ts";
import { writeBodyStructure, writeEnvelope } from "./body-structure.ts";

const INNER_MESSAGE =
  "Subject: de dentro\r\nFrom: b@casa.example\r\nContent-Type: text/plain\r\n\r\nlinha\r\noutra";
const MESSAGE = [
  'From: "Silva, Ana" <ana@casa.example>, b@casa.example',
  "To: notas@casa.example",
  "Subject: uma",
  " nota",
  "Date: Fri, 20 Nov 2026 10:00:00 -0300",
  "Message-ID: <um@casa.example>",
  'Content-Type: multipart/mixed; boundary="a+b"',
  "",
  "para quem não lê MIME",
  "--a+b",
  "Content-Type: multipart/alternative; boundary=c",
  "",
  "--c",
  "",
  "olá",
  "--c",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "<p>ol=C3=A1</p>",
  "--c--",
  "--a+b",
  "Content-Type: application/xml",
  'Content-Disposition: attachment; filename="nota \\"1\\".xml"',
  "",
  "<a/>",
  "--a+b",
  "Content-Type: message/rfc822",
  "",
  INNER_MESSAGE,
  "--a+b--",
  "depois",
].join("\r\n");

const raiz = parseMimeTree(MESSAGE);

test("ENVELOPE has sender and recipients; the sender is used in place of absent addresses", () => {
  const ana = '(("Silva, Ana" NIL "ana" "casa.example")(NIL NIL "b" "casa.example"))';
  expect(writeEnvelope(raiz)).toBe(
    `("Fri, 20 Nov 2026 10:00:00 -0300" "uma nota" ${ana} ${ana} ${ana} ((NIL NIL "notas" "casa.example")) NIL NIL NIL "<um@casa.example>")`,
  );
});

test("a non-ASCII header is a literal, and an absent one NIL", () => {
  const latin1 = Buffer.from("Subject: é\r\n\r\n").toString("latin1");
  expect(writeEnvelope(parseMimeTree(latin1))).toBe(
    `(NIL {2}\r\n${latin1.slice(9, 11)} NIL NIL NIL NIL NIL NIL NIL NIL)`,
  );
});

test("BODYSTRUCTURE counts octets and lines of every part, also in nested messages", () => {
  const texto = '("text" "plain" NIL NIL NIL "7BIT" 4 0 NIL NIL NIL NIL)';
  const html = '("text" "html" ("charset" "utf-8") NIL NIL "quoted-printable" 15 0 NIL NIL NIL NIL)';
  const xml =
    '("application" "xml" NIL NIL NIL "7BIT" 4 NIL ("attachment" ("filename" "nota \\"1\\".xml")) NIL NIL)';
  const b = '((NIL NIL "b" "casa.example"))';
  const envelope = `(NIL "de dentro" ${b} ${b} ${b} NIL NIL NIL NIL NIL)`;
  const dentro = `("text" "plain" NIL NIL NIL "7BIT" 12 1 NIL NIL NIL NIL)`;
  const message = `("message" "rfc822" NIL NIL NIL "7BIT" ${INNER_MESSAGE.length} ${envelope} ${dentro} 5 NIL NIL NIL NIL)`;
  expect(writeBodyStructure(parseMimeTree(Buffer.from(MESSAGE).toString("latin1")), true)).toBe(
    `((${texto}${html} "alternative" ("boundary" "c") NIL NIL NIL)${xml}${message} "mixed" ("boundary" "a+b") NIL NIL NIL)`,
  );
});

test.each([
  ["1.1", "olá"],
  ["1.2", "<p>ol=C3=A1</p>"],
  [
    "1.2.MIME",
    "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
  ],
  ["2", "<a/>"],
  ["3", INNER_MESSAGE],
  ["3.TEXT", "linha\r\noutra"],
  ["3.1", "linha\r\noutra"],
  ["3.HEADER.FIELDS (SUBJECT)", "Subject: de dentro\r\n\r\n"],
  ["HEADER.FIELDS.NOT (FROM TO DATE MESSAGE-ID CONTENT-TYPE)", "Subject: uma\r\n nota\r\n\r\n"],
  ["9", null],
  ["2.1", null],
  ["1.1.HEADER", null],
])("section %s of a message is returned as the message has it", (texto, cut) => {
  const section = parseSection(texto);
  expect(section && (cutSection(Buffer.from(MESSAGE), section)?.toString() ?? null)).toBe(cut);
});

test.each(["MIME", "0", "1..2", "HEADERTEXT", "1HEADER", ".1", "HEADER.FIELDS ()"])(
  "the text “%s” is not a section specification",
  (texto) => {
    expect(parseSection(texto)).toBeNull();
  },
);
