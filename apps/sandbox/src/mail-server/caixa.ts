import { randomBytes } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import path from "node:path";
import { ensureFolder, readJson, writePrivate, writePrivateJson } from "../disk.ts";

/**
 * A message of a demo mailbox. `tamanho` is in octets before dot-stuffing; `uid` is for IMAP,
 * `uidl` for POP3.
 */
export type StoredMessage = {
  uid: number;
  uidl: string;
  tamanho: number;
  arquivo: string;
  recebidaEm: Date;
};

/**
 * A demo mailbox: messages in order of arrival, one file each, so that UIDs, UIDLs and flags
 * survive a restart. POP3 and IMAP serve the same mailbox.
 */
export type Caixa = {
  readonly uidValidity: number;
  /** The UID of the next message; never reused under one UIDVALIDITY. */
  readonly uidNext: number;
  list(): readonly StoredMessage[];
  read(message: StoredMessage): Buffer;
  /** The first bytes, enough for the header. */
  readHead(message: StoredMessage): Buffer;
  put(raw: Uint8Array): StoredMessage;
  remove(uidls: Iterable<string>): void;
  /** IMAP flags of a message, as written (`\Seen`). */
  flagsOf(message: StoredMessage): ReadonlySet<string>;
  mark(uids: Iterable<number>, change: (flags: ReadonlySet<string>) => Iterable<string>): void;
  /** Simulates a lost index: the same messages under a new UIDVALIDITY, new UIDs and new UIDLs. */
  rebuild(): void;
  /** Calls back after every arrival, deletion and rebuild; returns a function that unsubscribes. */
  watch(listener: () => void): () => void;
};

/** State that file names do not contain. */
type CaixaIndex = { uidValidity: number; uidNext: number; marcas: Record<string, string[]> };

const FOLDER = "caixa";
const INDEX = "indice.json";
const HEAD_BYTES = 16 * 1024;
const NAME = /^([0-9]{9})-([0-9a-f]{24})\.eml$/;
const CRLF = Buffer.from("\r\n");

/** Opens the mailbox of a folder, or creates an empty one. */
export function openCaixa(dir: string, o: { pasta?: string; now?(): Date } = {}): Caixa {
  const folder = path.join(dir, o.pasta ?? FOLDER);
  const now = o.now ?? (() => new Date());
  ensureFolder(folder);
  let messages = readFolder(folder);
  const indice = openIndex(folder, messages, now());
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    get uidValidity() {
      return indice.value.uidValidity;
    },
    get uidNext() {
      return indice.value.uidNext;
    },
    list: () => messages,
    read: (message) => readFileSync(path.join(folder, message.arquivo)),
    readHead: (message) => readStart(path.join(folder, message.arquivo)),
    put: (raw) => {
      const message = write(folder, { uid: indice.value.uidNext++, raw, agora: now() });
      messages.push(message);
      changed();
      return message;
    },
    remove: (uidls) => {
      const gone = new Set(uidls);
      const removed = messages.filter((message) => gone.has(message.uidl));
      if (removed.length === 0) return;
      messages = messages.filter((message) => !gone.has(message.uidl));
      for (const { uid } of removed) delete indice.value.marcas[uid];
      // The index first: if the last file were deleted before uidNext is stored, a UID could be reused.
      indice.save();
      for (const { arquivo } of removed) rmSync(path.join(folder, arquivo), { force: true });
      changed();
    },
    flagsOf: ({ uid }) => new Set(indice.value.marcas[uid]),
    mark: (uids, change) => {
      const { marcas: flags } = indice.value;
      for (const uid of uids) flags[uid] = [...change(new Set(flags[uid]))];
      indice.save();
    },
    rebuild: () => {
      messages = messages.map((message, index) => renumber(folder, message, index + 1));
      indice.renew(messages.length + 1, now());
      changed();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function openIndex(folder: string, messages: readonly StoredMessage[], agora: Date) {
  const file = path.join(folder, INDEX);
  const kept = readIndex(file);
  const last = messages.at(-1)?.uid ?? 0;
  const value: CaixaIndex = kept ?? { uidValidity: secondsOf(agora), uidNext: 1, marcas: {} };
  value.uidNext = Math.max(value.uidNext, last + 1);
  const save = (): void => writePrivateJson(file, value);
  if (!kept) save();
  return {
    value,
    save,
    renew: (uidNext: number, now: Date): void => {
      // UIDVALIDITY only grows (RFC 3501 §2.3.1.1), even when the clock moves back.
      value.uidValidity = Math.max(value.uidValidity + 1, secondsOf(now));
      value.uidNext = uidNext;
      value.marcas = {};
      save();
    },
  };
}

function readIndex(file: string): CaixaIndex | null {
  const kept = readJson(file);
  if (typeof kept !== "object" || kept === null) return null;
  const { uidValidity, uidNext, marcas: flags } = kept as Partial<CaixaIndex>;
  if (typeof uidValidity !== "number" || typeof uidNext !== "number") return null;
  return { uidValidity, uidNext, marcas: flags ?? {} };
}

function write(folder: string, o: { uid: number; raw: Uint8Array; agora: Date }): StoredMessage {
  const uidl = newUidl();
  const arquivo = nameOf(o.uid, uidl);
  const bytes = endLine(Buffer.from(o.raw));
  const recebidaEm = new Date(secondsOf(o.agora) * 1000);
  writePrivate(path.join(folder, arquivo), bytes);
  utimesSync(path.join(folder, arquivo), recebidaEm, recebidaEm);
  return { uid: o.uid, uidl, tamanho: bytes.length, arquivo, recebidaEm };
}

function renumber(folder: string, message: StoredMessage, uid: number): StoredMessage {
  const uidl = newUidl();
  const arquivo = nameOf(uid, uidl);
  renameSync(path.join(folder, message.arquivo), path.join(folder, arquivo));
  return { ...message, uid, uidl, arquivo };
}

function newUidl(): string {
  return randomBytes(12).toString("hex");
}

function nameOf(uid: number, uidl: string): string {
  return `${String(uid).padStart(9, "0")}-${uidl}.eml`;
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
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

function readFolder(folder: string): StoredMessage[] {
  return readdirSync(folder)
    .filter((arquivo) => NAME.test(arquivo))
    .sort()
    .map((arquivo) => {
      const [, uid = "0", uidl = ""] = NAME.exec(arquivo) ?? [];
      const { size, mtimeMs } = statSync(path.join(folder, arquivo));
      const recebidaEm = new Date(Math.round(mtimeMs / 1000) * 1000);
      return { uid: Number(uid), uidl, tamanho: size, arquivo, recebidaEm };
    });
}

/**
 * POP3 ends every message with CRLF (RFC 1939 §3): added once here, so that LIST and RETR agree.
 */
function endLine(raw: Buffer): Buffer {
  return raw.subarray(-2).equals(CRLF) ? raw : Buffer.concat([raw, CRLF]);
}
