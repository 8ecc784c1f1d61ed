import type pg from "pg";

export type BackupTipo = "criar" | "conferir" | "restaurar";

/**
 * A run of a backup command. destino: a folder or s3://bucket/prefix. terminou, resultado: null
 * while it runs, or after a crash.
 */
export type BackupExecucao = {
  id: string;
  tipo: BackupTipo;
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
export type BackupTerminado = Pick<
  BackupExecucao,
  "id" | "mensagem" | "bytes" | "bytesNovos" | "documentos"
> & { resultado: "ok" | "falhou"; agora: Date };

/** A product user's request for an immediate backup. */
export type BackupPedido = { id: string; pedidoEm: Date; pedidoPor: string };

export type PortariaBackups = {
  /** Records the start of a run. */
  noteBackupStart(run: { id: string; tipo: BackupTipo; destino: string; agora: Date }): Promise<void>;
  /** Records the end of a run; a second end changes nothing. */
  noteBackupEnd(end: BackupTerminado): Promise<void>;
  /** The newest runs first, 1000 at most. For product users only: the caller checks it. */
  findBackups(limite: number): Promise<BackupExecucao[]>;
  /** Requests a backup; false when the user is not of the product. An open request is not repeated. */
  requestBackup(request: { id: string; contaId: string; usuarioId: string; agora: Date }): Promise<boolean>;
  /** Open requests, oldest first. */
  findBackupRequests(): Promise<BackupPedido[]>;
  /** Whether a run belongs to this database's own past. */
  knowsBackup(id: string): Promise<boolean>;
  /** Closes these requests; returns how many were open. */
  closeBackupRequests(ids: readonly string[], agora: Date): Promise<number>;
};

export function createPortariaBackups(pool: Pick<pg.Pool, "query">): PortariaBackups {
  return {
    noteBackupStart: async ({ id, tipo, destino, agora }) => {
      await pool.query("SELECT portaria_backup_comeca($1, $2, $3, $4)", [id, tipo, destino, agora]);
    },
    noteBackupEnd: async ({ id, resultado, mensagem, agora, bytes, bytesNovos, documentos }) => {
      const values = [id, resultado, mensagem, agora, bytes, bytesNovos, documentos];
      await pool.query("SELECT portaria_backup_termina($1, $2, $3, $4, $5, $6, $7)", values);
    },
    findBackups: async (limite) => {
      const { rows } = await pool.query<BackupExecucao>(
        `SELECT id, tipo, destino, comecou, terminou, resultado, mensagem, bytes, bytes_novos AS "bytesNovos", documentos
         FROM portaria_backups($1)`,
        [limite],
      );
      return rows;
    },
    requestBackup: async ({ id, contaId, usuarioId, agora }) => {
      const { rows } = await pool.query<{ pedido: boolean }>(
        "SELECT portaria_backup_pede($1, $2, $3, $4) AS pedido",
        [id, contaId, usuarioId, agora],
      );
      return rows[0]?.pedido ?? false;
    },
    findBackupRequests: async () => {
      const { rows } = await pool.query<BackupPedido>(
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
    closeBackupRequests: async (ids, agora) => {
      const { rows } = await pool.query<{ n: number }>("SELECT portaria_backup_atende($1, $2) AS n", [
        ids,
        agora,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
}
