import type { Sender } from "../run-statement.ts";
import { instant, nullable, number, oneOf, type RowOf, text, uuid } from "../text-columns.ts";
import { gatekeeperCount, gatekeeperDone, gatekeeperFlag, gatekeeperRows } from "./call.ts";

export type BackupRunType = "criar" | "conferir" | "restaurar";

const RUN = {
  id: uuid,
  tipo: oneOf<BackupRunType>(),
  /** A folder or s3://bucket/prefix. */
  destino: text,
  comecou: instant,
  /** Null while it runs, or after a crash; as resultado. */
  terminou: nullable(instant),
  resultado: nullable(oneOf<"ok" | "falhou">()),
  mensagem: nullable(text),
  /** Of the whole backup. */
  bytes: nullable(number),
  /** Stored by this run. */
  bytesNovos: nullable(number),
  documentos: nullable(number),
};
/** A run of a backup command. */
export type BackupRun = RowOf<typeof RUN>;

/** The end of a run. */
export type BackupRunEnd = Pick<BackupRun, "id" | "mensagem" | "bytes" | "bytesNovos" | "documentos"> & {
  resultado: "ok" | "falhou";
  now: Date;
};

const REQUEST = { id: uuid, pedidoEm: instant, pedidoPor: text };
/** A product user's request for an immediate backup. */
export type BackupRequest = RowOf<typeof REQUEST>;

export type GatekeeperBackups = {
  /** Records the start of a run. */
  noteBackupStart(run: { id: string; tipo: BackupRunType; destino: string; now: Date }): Promise<void>;
  /** Records the end of a run; a second end changes nothing. */
  noteBackupEnd(end: BackupRunEnd): Promise<void>;
  /** The newest runs first, 1000 at most. For product users only: the caller checks it. */
  findBackups(limit: number): Promise<BackupRun[]>;
  /** Requests a backup; false when the user is not of the product. An open request is not repeated. */
  requestBackup(request: { id: string; contaId: string; usuarioId: string; now: Date }): Promise<boolean>;
  /** Open requests, oldest first. */
  findBackupRequests(): Promise<BackupRequest[]>;
  /** Whether a run belongs to this database's own past. */
  knowsBackup(id: string): Promise<boolean>;
  /** Closes these requests; returns how many were open. */
  closeBackupRequests(ids: readonly string[], now: Date): Promise<number>;
};

const noteStart = gatekeeperDone("portaria_backup_comeca", 4);
const noteEnd = gatekeeperDone("portaria_backup_termina", 7);
const findBackups = gatekeeperRows("portaria_backups", 1, RUN);
const requestBackup = gatekeeperFlag("portaria_backup_pede", 4);
const findRequests = gatekeeperRows("portaria_backup_pedidos", 0, REQUEST);
const knowsBackup = gatekeeperFlag("portaria_backup_conhece", 1);
const closeRequests = gatekeeperCount("portaria_backup_atende", 2);

export function createGatekeeperBackups(on: Sender): GatekeeperBackups {
  return {
    noteBackupStart: ({ id, tipo, destino, now }) => noteStart(on, id, tipo, destino, now),
    noteBackupEnd: ({ id, resultado, mensagem, now, bytes, bytesNovos, documentos }) =>
      noteEnd(on, id, resultado, mensagem, now, bytes, bytesNovos, documentos),
    findBackups: (limit) => findBackups(on, limit),
    requestBackup: ({ id, contaId, usuarioId, now }) => requestBackup(on, id, contaId, usuarioId, now),
    findBackupRequests: () => findRequests(on),
    knowsBackup: (id) => knowsBackup(on, id),
    closeBackupRequests: (ids, now) => closeRequests(on, ids, now),
  };
}
