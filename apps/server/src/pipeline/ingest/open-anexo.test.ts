import { gzipSync } from "node:zlib";
import { REASONS } from "@malote/contract";
import { listParts, type Part, toPart } from "@malote/mailbox";
import { expect, test } from "vitest";
import { openAnexo } from "./open-anexo.ts";

/** The outcome of opening each part, one line each. */
async function open(...partes: Part[]): Promise<string[]> {
  async function* inputs(): AsyncIterable<Part> {
    yield* partes;
  }
  const lines: string[] = [];
  // The stage needs no context.
  for await (const { caminho, outcome } of openAnexo.run(
    {} as Parameters<typeof openAnexo.run>[0],
    inputs(),
  )) {
    lines.push(
      [caminho, outcome?.destino ?? "?", outcome?.motivo ?? "", outcome?.detalhe ?? ""].join(" ").trimEnd(),
    );
  }
  return lines;
}

const parte = (bytes: Buffer | string, nome: string | null = null): Part =>
  toPart({ caminho: "1", nome, bytes: Buffer.from(bytes as string, "latin1") });

test.each<[string, Part, string[]]>([
  ["leaves an XML to the reader", parte("<a/>"), ["1 ?"]],
  ["opens a gzip", parte(gzipSync("<a/>")), ["1 pacote pacote-aberto 1", "1/1 ?"]],
  ["names a RAR", parte("Rar!\x1a\x07\x01\x00"), ["1 erro pacote-formato RAR"]],
  ["names a 7-Zip", parte("7z\xbc\xaf\x27\x1c"), ["1 erro pacote-formato 7-Zip"]],
  [
    "names an Outlook file",
    parte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "nota.msg"),
    ["1 erro pacote-formato mensagem do Outlook (.msg)"],
  ],
  [
    "opens a forwarded message",
    parte("From: a@b\r\nTo: b@c\r\nSubject: x\r\n\r\noi"),
    ["1 pacote mensagem-aberta 0", "1/0 nao-dfe corpo-da-mensagem"],
  ],
  ["opens a tar", parte(writeTar("oi")), ["1 pacote pacote-aberto 1", "1/1 ?"]],
  [
    "opens a truncated tar as far as possible",
    parte(writeTar("oi").subarray(0, 1024)),
    ["1 erro pacote-incompleto", "1/1 ?"],
  ],
  ["ignores the type message/rfc822 of another file", { ...parte("<a/>"), tipo: "message/rfc822" }, ["1 ?"]],
  ["names encrypted content", parte("-----BEGIN PGP MESSAGE-----"), ["1 erro conteudo-cifrado"]],
])("the stage open-anexo %s", async (_, part, lines) => {
  expect(await open(part)).toEqual(lines);
});

test("a part rescued from outside attachments reports its encoding", async () => {
  const resgate: Part = { ...parte("<a/>"), origem: "resgate", escrita: "base64" };
  expect(await open(resgate)).toEqual(["1 pacote resgate-fora-de-anexo base64", "1/1 ?"]);
});

test("a body with documents in it is reported, and its documents follow", async () => {
  const mensagem = { texto: "Segue", html: null, colados: [Buffer.from("<a/>")], partes: [] };
  expect(await open(...listParts(mensagem))).toEqual(["0 nao-dfe corpo-com-dfe", "0/1 ?"]);
});

test("the sentence for each unopened part advises what to request", () => {
  const recusas = Object.entries(REASONS).filter(([motivo]) => /^(?:pacote|conteudo|winmail)-/.test(motivo));
  for (const [motivo, sentence] of recusas) {
    if (/-aberto$|taxa-suspeita$/.test(motivo)) continue;
    expect(sentence, motivo).toMatch(/Peça/);
  }
});

/** A tar with one file. @source POSIX.1-2017, pax, ustar Interchange Format */
function writeTar(text: string): Buffer {
  const head = Buffer.alloc(512);
  head.write("a.txt", 0, "latin1");
  head.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  head.write("        0", 148, "latin1");
  head.write("ustar\x0000", 257, "latin1");
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return Buffer.concat([head, Buffer.from(text.padEnd(512, "\0")), Buffer.alloc(1024)]);
}
