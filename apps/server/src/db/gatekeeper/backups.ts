import type pg from "pg";

export type BackupRunType = "criar" | "conferir" | "restaurar";

/**
 * A run of a backup command. destino: a folder or s3://bucket/prefix. terminou, resultado: null
 * while it runs, or after a crash.
 */
export type BackupRun = {
  id: string;
  tipo: BackupRunType;
  destino: string;
  comecou: Date;
  terminou: Date | null;
  resultado: "ok" | "falhou" | null;
  mensagem: string | null;
  /** Of the whole backup; bytesNovos: stored by this run. */
  bytes: number | null;
  bytesNovos: number | null;
  documentos: number | null;
};

/** The end of a run. */
export type BackupRunEnd = Pick<BackupRun, "id" | "mensagem" | "bytes" | "bytesNovos" | "documentos"> & {
  resultado: "ok" | "falhou";
  now: Date;
};

/** A product user's request for an immediate backup. */
export type BackupRequest = { id: string; pedidoEm: Date; pedidoPor: string };

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

export function createGatekeeperBackups(pool: Pick<pg.Pool, "query">): GatekeeperBackups {
  return {
    noteBackupStart: async ({ id, tipo, destino, now }) => {
      await pool.query("SELECT portaria_backup_comeca($1, $2, $3, $4)", [id, tipo, destino, now]);
    },
    noteBackupEnd: async ({ id, resultado, mensagem, now, bytes, bytesNovos, documentos }) => {
      const values = [id, resultado, mensagem, now, bytes, bytesNovos, documentos];
      await pool.query("SELECT portaria_backup_termina($1, $2, $3, $4, $5, $6, $7)", values);
    },
    findBackups: async (limit) => {
      const { rows } = await pool.query<BackupRun>(
        `SELECT id, tipo, destino, comecou, terminou, resultado, mensagem, bytes, bytes_novos AS "bytesNovos", documentos
         FROM portaria_backups($1)`,
        [limit],
      );
      return rows;
    },
    requestBackup: async ({ id, contaId, usuarioId, now }) => {
      const { rows } = await pool.query<{ pedido: boolean }>(
        "SELECT portaria_backup_pede($1, $2, $3, $4) AS pedido",
        [id, contaId, usuarioId, now],
      );
      return rows[0]?.pedido ?? false;
    },
    findBackupRequests: async () => {
      const { rows } = await pool.query<BackupRequest>(
        `SELECT id, pedido_em AS "pedidoEm", pedido_por AS "pedidoPor" FROM portaria_backup_pedidos()`,
      );
      return rows;
    },
    knowsBackup: async (id) => {
      const { rows } = await pool.query<{ sabe: boolean }>("SELECT portaria_backup_conhece($1) AS sabe", [
        id,
      ]);
      return rows[0]?.sabe ?? false;
    },
    closeBackupRequests: async (ids, now) => {
      const { rows } = await pool.query<{ n: number }>("SELECT portaria_backup_atende($1, $2) AS n", [
        ids,
        now,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
}
