import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { ensureFolder, writePrivate } from "../disk.ts";

/** A message of the demo box. `tamanho` is in octets as sent, before dot-stuffing. */
export type MensagemGuardada = { uidl: string; tamanho: number; arquivo: string };

/** The demo box: messages in order of arrival, one file each, so that they outlive a restart with their UIDLs. */
export type Caixa = {
  list(): readonly MensagemGuardada[];
  read(mensagem: MensagemGuardada): Buffer;
  /** The first bytes, enough for the header. */
  readHead(mensagem: MensagemGuardada): Buffer;
  put(raw: Uint8Array): MensagemGuardada;
  remove(uidl: string): void;
};

const FOLDER = "caixa";
const HEAD_BYTES = 16 * 1024;
const NAME = /^([0-9]{9})-([0-9a-f]{24})\.eml$/;
const CRLF = Buffer.from("\r\n");

export function openCaixa(dir: string): Caixa {
  const folder = path.join(dir, FOLDER);
  ensureFolder(folder);
  let mensagens = readFolder(folder);
  let next = mensagens.reduce((last, { arquivo }) => Math.max(last, Number(arquivo.slice(0, 9))), 0) + 1;
  return {
    list: () => mensagens,
    read: (mensagem) => readFileSync(path.join(folder, mensagem.arquivo)),
    readHead: (mensagem) => readStart(path.join(folder, mensagem.arquivo)),
    put: (raw) => {
      const uidl = randomBytes(12).toString("hex");
      const arquivo = `${String(next++).padStart(9, "0")}-${uidl}.eml`;
      const bytes = endLine(Buffer.from(raw));
      writePrivate(path.join(folder, arquivo), bytes);
      const mensagem = { uidl, tamanho: bytes.length, arquivo };
      mensagens.push(mensagem);
      return mensagem;
    },
    remove: (uidl) => {
      const gone = mensagens.find((mensagem) => mensagem.uidl === uidl);
      if (!gone) return;
      rmSync(path.join(folder, gone.arquivo), { force: true });
      mensagens = mensagens.filter((mensagem) => mensagem.uidl !== uidl);
    },
  };
}

function readStart(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const start = Buffer.alloc(HEAD_BYTES);
    return start.subarray(0, readSync(descriptor, start, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

function readFolder(folder: string): MensagemGuardada[] {
  return readdirSync(folder)
    .filter((arquivo) => NAME.test(arquivo))
    .sort()
    .map((arquivo) => {
      const uidl = NAME.exec(arquivo)?.[2] ?? "";
      return { uidl, tamanho: statSync(path.join(folder, arquivo)).size, arquivo };
    });
}

/** POP3 ends every message with CRLF (RFC 1939 §3): it is added once, here, so that LIST and RETR agree. */
function endLine(raw: Buffer): Buffer {
  return raw.subarray(-2).equals(CRLF) ? raw : Buffer.concat([raw, CRLF]);
}
