import type { PUBLIC_STATES } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type pg from "pg";

/** Location of the best proven copy of a document, and the document's state over all contas. */
export type PublicNotaRow = {
  contaId: string;
  notaId: string;
  tipoNota: TipoNota;
  situacao: (typeof PUBLIC_STATES)[number];
};

/** A claimed message of a visitor. tentativas: attempts, including this one. */
export type ClaimedContact = { id: string; dados: unknown; criadoEm: Date; tentativas: number };

/** Gatekeeper queries about contas and visitors' messages, before a conta is known. */
export type GatekeeperContas = {
  /**
   * The conta of that name which no user ever entered, opened before `before`, without a live link;
   * null if none.
   */
  findAbandonedConta(o: { identificador: string; antes: Date; now: Date }): Promise<string | null>;
  /**
   * vereditos: from best to worst; canceladas, denegadas: their cStats; sandbox: whether demo contas count.
   */
  findPublicNota(o: {
    chave: string;
    vereditos: readonly string[];
    canceladas: readonly string[];
    denegadas: readonly string[];
    sandbox: boolean;
  }): Promise<PublicNotaRow | null>;
  insertContact(o: { id: string; dados: object; now: Date }): Promise<void>;
  /** Claims at most `limit` due messages; a claim expires at `volta`. */
  claimContacts(o: { now: Date; volta: Date; limite: number }): Promise<ClaimedContact[]>;
  /** Ends an attempt. proximaEm: time of the next one; null = never. */
  closeContact(end: {
    id: string;
    enviadoEm: Date | null;
    falha: string | null;
    proximaEm: Date | null;
  }): Promise<void>;
  /** Deletes at most `limit` finished messages older than `before`; returns how many. */
  sweepContacts(before: Date, limit: number): Promise<number>;
};

export function createGatekeeperContas(pool: pg.Pool): GatekeeperContas {
  const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows;
  return {
    findAbandonedConta: async ({ identificador, antes: before, now }) => {
      const values = [identificador, before, now];
      const [found] = await rows<{ id: string | null }>(
        "SELECT portaria_conta_abandonada($1, $2, $3) AS id",
        values,
      );
      return found?.id ?? null;
    },
    findPublicNota: async ({ chave, vereditos, canceladas, denegadas, sandbox }) => {
      const [found] = await rows<PublicNotaRow>(
        `SELECT conta_id AS "contaId", nota_id AS "notaId", tipo_nota AS "tipoNota", situacao
         FROM portaria_nota_publica($1, $2, $3, $4, $5)`,
        [chave, vereditos, canceladas, denegadas, sandbox],
      );
      return found ?? null;
    },
    insertContact: async ({ id, dados, now }) => {
      await rows("SELECT portaria_contato_guarda($1, $2, $3)", [id, JSON.stringify(dados), now]);
    },
    claimContacts: ({ now, volta, limite: limit }) =>
      rows(`SELECT id, dados, criado_em AS "criadoEm", tentativas FROM portaria_contatos_vez($1, $2, $3)`, [
        now,
        volta,
        limit,
      ]),
    closeContact: async ({ id, enviadoEm, falha, proximaEm }) => {
      await rows("SELECT portaria_contato_fim($1, $2, $3, $4)", [id, enviadoEm, falha, proximaEm]);
    },
    sweepContacts: async (before, limit) => {
      const [swept] = await rows<{ n: number }>("SELECT portaria_limpa_contatos($1, $2) AS n", [
        before,
        limit,
      ]);
      return swept?.n ?? 0;
    },
  };
}
