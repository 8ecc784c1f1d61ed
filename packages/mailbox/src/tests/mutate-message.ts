import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { parseMessage } from "../mime/message.ts";
import { listParts } from "../mime/part.ts";
import { createBudget } from "../packages/budget.ts";
import { unpackPart } from "../packages/unpack.ts";
import { writeSigned, writeSignedBer } from "./cms-writer.ts";
import { bareNfe, base64, latin1Of, makeNfe, writeMultipart } from "./message-writer.ts";
import { writeTnef } from "./tnef-writer.ts";
import { writeZip } from "./zip-writer.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../../shared/corpus/mime");

/** The messages of ../shared/corpus/mime by name; none without that folder. */
export function listCorpus(): [string, Buffer][] {
  if (!existsSync(CORPUS)) return [];
  const files = readdirSync(CORPUS, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  return files.map((item): [string, Buffer] => {
    const place = path.join(item.parentPath, item.name);
    return [path.relative(CORPUS, place), readFileSync(place)];
  });
}

/** One message for each kind of container, each with a document in it. */
export function makeSeeds(): Buffer[] {
  const nfe = Buffer.from(makeNfe());
  const octet = ["Content-Type: application/octet-stream; name=x"];
  const zip = writeZip([
    { nome: "n.xml", dados: nfe },
    { nome: "q.zip", dados: writeZip([{ nome: "m.xml", dados: nfe }]) },
  ]);
  const inner = writeMultipart([base64(octet, nfe)]);
  const texto = latin1Of(`Segue\r\n${bareNfe()}\r\nAbs`);
  const files = [
    nfe,
    zip,
    gzipSync(nfe),
    writeTnef([{ nome: "n.xml", nomeLongo: "nota.xml", dados: nfe }]),
    writeSigned(nfe),
  ];
  return [
    ...files.map((bytes) =>
      writeMultipart([{ header: ["Content-Type: text/plain"], content: "oi" }, base64(octet, bytes)]),
    ),
    writeMultipart([base64(octet, writeSignedBer([zip.subarray(0, 99), zip.subarray(99)]))]),
    writeMultipart([
      {
        header: ["Content-Type: message/rfc822"],
        content: writeMultipart([{ header: ["Content-Type: message/rfc822"], content: inner }]),
      },
    ]),
    writeMultipart([{ header: ["Content-Type: text/plain; charset=utf-8"], content: texto }]),
    writeMultipart([{ header: ["Content-Type: text/html"], content: texto.replaceAll("<", "&lt;") }]),
    writeMultipart([base64(octet, nfe)], { boundary: "outra" }),
  ];
}

/** Reproducible pseudo-random numbers.   @source Numerical Recipes, ranqd1 */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Cuts, copies, flips, moves bytes, or inserts significant lines. */
export function mutateMessage(message: Buffer, random: (below: number) => number): Buffer {
  const at = random(message.length + 1);
  const other = random(message.length + 1);
  const span = message.subarray(other, other + random(400));
  switch (random(6)) {
    case 0:
      return message.subarray(0, at);
    case 1:
      return Buffer.concat([message.subarray(0, at), span, message.subarray(at)]);
    case 2:
      return Buffer.concat([message.subarray(0, at), message.subarray(at + random(200))]);
    case 3:
      return Buffer.concat([
        message.subarray(0, at),
        Buffer.from(LINES[random(LINES.length)] ?? ""),
        message.subarray(at),
      ]);
    case 4:
      return Buffer.concat([message, message.subarray(at)]);
    default: {
      const copy = Buffer.from(message);
      if (at < copy.length) copy[at] = random(256);
      return copy;
    }
  }
}

const LINES = [
  "\r\n",
  "\r\n\r\n",
  "\n--\n",
  "\r\nContent-Transfer-Encoding: base64\r\n",
  "\r\nContent-Type: message/rfc822\r\n\r\n",
  '\r\nContent-Type: multipart/mixed; boundary=""\r\n\r\n',
  "\r\nbegin 644 a.xml\r\n",
  '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe">',
  "</nfeProc>",
  "PK\x03\x04",
  "\0",
];

/**
 * Result of opening a whole message: number of parts, parts with a repeated path, CPU time in ms.
 */
export type ReadReport = { kind: "mensagem" | "ilegivel"; partes: number; retried: number; ms: number };

/** Parses a message and opens everything in it, as the server does. */
export async function readWhole(raw: Buffer): Promise<ReadReport> {
  const begin = process.cpuUsage();
  const readOnly: ReadReport = { kind: "ilegivel", partes: 0, retried: 0, ms: 0 };
  const split = await parseMessage(raw);
  if (split.kind === "mensagem") {
    readOnly.kind = "mensagem";
    const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
    const budget = createBudget();
    const paths = new Set<string>();
    for (const part of listParts({ texto, html, colados, partes })) {
      for await (const { caminho } of unpackPart(part, budget)) {
        readOnly.partes += 1;
        // Each path has one row in the database.
        if (paths.has(caminho)) readOnly.retried += 1;
        paths.add(caminho);
      }
    }
  }
  const { user, system } = process.cpuUsage(begin);
  readOnly.ms = (user + system) / 1_000;
  return readOnly;
}
