import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type ParsedMessage, parseMessage } from "../mime/message.ts";
import { toPart } from "../mime/part.ts";
import { unpackPart } from "../packages/unpack.ts";
import { latin1Of, makeNfe } from "../tests/message-writer.ts";
import { writeUu } from "../tests/uu-writer.ts";
import { findWholeParts } from "./whole-parts.ts";

const HEAD = ["From: a@b", "", ""];
/** A multipart without parts, so that everything is shown as the body. */
const EMPTY_PARTS = ["From: a@b", "Content-Type: multipart/mixed; boundary=q", "", ""];
const ROOT = '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe">';

const read = (...lines: string[]): Promise<ParsedMessage> => readWith(HEAD, lines);

async function readWith(head: string[], lines: string[]): Promise<ParsedMessage> {
  const split = await parseMessage(Buffer.from([...head, ...lines].join("\r\n"), "latin1"));
  if (split.kind !== "mensagem") throw new Error(split.motivo);
  return split.mensagem;
}

/** CPU time, in ms. */
async function costOf(body: string): Promise<number> {
  const begin = process.cpuUsage();
  await readWith(EMPTY_PARTS, [body]);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

const sizeOf = ({ partes }: ParsedMessage): number =>
  partes.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Unclosed roots in separate runs, next to as many known documents. */
const unclosed = Array.from({ length: 4_000 }, (_, i) => {
  const run = Buffer.from(`${ROOT}<infNFe Id="${i}">`).toString("base64").replaceAll("=", "");
  return `${run}\r\n.`;
}).join("\r\n");
const known = Array.from({ length: 4_000 }, (_, i) => `${ROOT}<infNFe Id="${i}"></nfeProc>`).join("\r\n");

test.each<[string, string]>([
  ["unclosed roots", ROOT.repeat(40_000)],
  ["roots", `${ROOT}</nfeProc>`.repeat(20_000)],
  ["brackets", "<NFe ".repeat(400_000)],
  ["base64 runs", `${"QUJD".repeat(12)}\r\n.\r\n`.repeat(40_000)],
  [
    "base64 runs before a header",
    `\r\n${"QUJD".repeat(12)}\r\nContent-Transfer-Encoding: base64\r\n`.repeat(25_000),
  ],
  ["base64 runs after invalid headers", `x\n${"a:\n".repeat(480)}x\n\n${"QUJD".repeat(12)}\n`.repeat(2_000)],
  ["base64 runs with unclosed roots", `${known}\r\n.\r\n${unclosed}`],
  ["begin lines", "begin 644 a\r\n".repeat(100_000)],
  ["begin lines with one data line", "begin 644 a\r\n_\r\n".repeat(60_000)],
  ["uuencode lines shorter than stated", `begin 644 a\r\n${"_\n".repeat(1_000_000)}end\r\n`],
  ["quoted-printable attributes", "=3D<NFe>=\r\n".repeat(200_000)],
  [
    "roots in quoted-printable with soft breaks",
    `x=3D"\r\n${`${ROOT.replace("nf", "nf=\r\n")}</nfeProc>\r\n`.repeat(12_000)}`,
  ],
  ["unfinished soft breaks", `x=3D"<${"=      ".repeat(200_000)}`],
  ["escaped roots", "&lt;nfeProc &lt;".repeat(130_000)],
  ["boundaries", "--\r\n".repeat(500_000)],
  ["gzips", gzipSync(Buffer.alloc(1000)).toString("latin1").repeat(20_000)],
])("a hostile body is scanned in linear time: %s", async (_, body) => {
  expect(await costOf(body)).toBeLessThan(2000);
});

test("messages absent from the raw bytes cost a few scans, not one each", () => {
  const raw = Buffer.alloc(20_000_000, "From: a@b\r\nSubject: x\r\n");
  const parts = Array.from({ length: 1_000 }, (_, i) => ({
    tipo: "message/rfc822",
    bytes: Buffer.from(`From: a@b\r\nSubject: x\r\n${i}`),
  }));
  const begin = process.cpuUsage();
  findWholeParts(raw, parts);
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(2000);
});

test("a uuencode body after many begin lines is one part with the last name", async () => {
  const begins = Array.from({ length: 200 }, (_, i) => `begin 644 ${i}`);
  const file = Buffer.alloc(100_000, "abc");
  const { partes, incompleta } = await read(...begins, ...writeUu("nota.bin", file), "");
  expect(partes.map(({ nome }) => nome)).toEqual(["nota.bin"]);
  expect(Buffer.from(partes[0]?.bytes ?? []).equals(file)).toBe(true);
  expect(incompleta).toBeNull();
});

test("uuencode lines shorter than stated do not outgrow the message, and are reported", async () => {
  const body = `begin 644 a\r\n${"_\r\n".repeat(2_000)}end\r\n`;
  const message = await read(body.repeat(20), ...writeUu("nota.xml", makeNfe()), "");
  expect(sizeOf(message)).toBeLessThan(20 * body.length + 5_000);
  expect(message.incompleta).toBe("resgate-parcial");
});

test("a begin line in prose does not hide a later file", async () => {
  const { partes, incompleta } = await read(
    "begin 644 pages of prose,",
    "that end nowhere.",
    "",
    ...writeUu("nota.xml", makeNfe()),
    "",
  );
  expect(partes.map(({ nome }) => nome)).toEqual(["nota.xml"]);
  expect(incompleta).toBeNull();
});

const uu = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => writeUu(`${i}.txt`, `file ${i}`)).flat();
test.each<[string, string[], string | null]>([
  ["as many parts as may be recovered", uu(200), null],
  ["one part over the limit", uu(201), "resgate-parcial"],
  ["more begin lines than the limit", Array(5_001).fill("begin 644 a\r\nb"), "resgate-parcial"],
  ["many words that look like base64", Array(5_100).fill(`${"QUJD".repeat(12)}\r\n.`), null],
  ["more base64 runs than the limit", Array(5_100).fill(`${"QUJD".repeat(120)}\r\n.`), "resgate-parcial"],
  [
    "more documents in a text than the limit",
    [latin1Of(`${ROOT}</nfeProc>`.repeat(5_001))],
    "resgate-parcial",
  ],
])("a scan is incomplete only over a limit: %s", async (_, body, incompleta) => {
  expect((await read(...body, "")).incompleta).toBe(incompleta);
});

test("a file with more documents than the limit is reported as incomplete", async () => {
  const bytes = Buffer.from(`Seguem:\r\n${`${ROOT}</nfeProc>\r\n`.repeat(5_001)}`);
  const part = toPart({ caminho: "1", nome: "notas.txt", bytes });
  for await (const { abertura } of unpackPart(part)) {
    expect(abertura).toMatchObject({ kind: "pacote", formato: "texto", dentro: 5_000, inteiro: false });
    break;
  }
});
