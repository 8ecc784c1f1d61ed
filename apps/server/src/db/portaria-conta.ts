import type { SITUACOES_PUBLICAS } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type pg from "pg";

/** Location of the best proven copy of a document, and the document's state over all contas. */
export type NotaPublica = {
  contaId: string;
  notaId: string;
  tipoNota: TipoNota;
  situacao: (typeof SITUACOES_PUBLICAS)[number];
};

/** A claimed message of a visitor. tentativas: attempts, including this one. */
export type ContatoDaVez = { id: string; dados: unknown; criadoEm: Date; tentativas: number };

/** Gatekeeper queries about contas and visitors' messages, before a conta is known. */
export type PortariaConta = {
  /**
   * The conta of that name which no user ever entered, opened before `antes`, without a live link;
   * null if none.
   */
  findAbandonada(o: { identificador: string; antes: Date; agora: Date }): Promise<string | null>;
  /**
   * vereditos: from best to worst; canceladas, denegadas: their cStats; sandbox: whether demo contas count.
   */
  findNotaPublica(o: {
    chave: string;
    vereditos: readonly string[];
    canceladas: readonly string[];
    denegadas: readonly string[];
    sandbox: boolean;
  }): Promise<NotaPublica | null>;
  insertContato(o: { id: string; dados: object; agora: Date }): Promise<void>;
  /** Claims at most `limite` due messages; a claim expires at `volta`. */
  claimContatos(o: { agora: Date; volta: Date; limite: number }): Promise<ContatoDaVez[]>;
  /** Ends an attempt. proximaEm: time of the next one; null = never. */
  closeContato(fim: {
    id: string;
    enviadoEm: Date | null;
    falha: string | null;
    proximaEm: Date | null;
  }): Promise<void>;
  /** Deletes at most `limite` finished messages older than `antes`; returns how many. */
  sweepContatos(antes: Date, limite: number): Promise<number>;
};

export function createPortariaConta(pool: pg.Pool): PortariaConta {
  const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows;
  return {
    findAbandonada: async ({ identificador, antes, agora }) => {
      const values = [identificador, antes, agora];
      const [found] = await rows<{ id: string | null }>(
        "SELECT portaria_conta_abandonada($1, $2, $3) AS id",
        values,
      );
      return found?.id ?? null;
    },
    findNotaPublica: async ({ chave, vereditos, canceladas, denegadas, sandbox }) => {
      const [found] = await rows<NotaPublica>(
        `SELECT conta_id AS "contaId", nota_id AS "notaId", tipo_nota AS "tipoNota", situacao
         FROM portaria_nota_publica($1, $2, $3, $4, $5)`,
        [chave, vereditos, canceladas, denegadas, sandbox],
      );
      return found ?? null;
    },
    insertContato: async ({ id, dados, agora }) => {
      await rows("SELECT portaria_contato_guarda($1, $2, $3)", [id, JSON.stringify(dados), agora]);
    },
    claimContatos: ({ agora, volta, limite }) =>
      rows(`SELECT id, dados, criado_em AS "criadoEm", tentativas FROM portaria_contatos_vez($1, $2, $3)`, [
        agora,
        volta,
        limite,
      ]),
    closeContato: async ({ id, enviadoEm, falha, proximaEm }) => {
      await rows("SELECT portaria_contato_fim($1, $2, $3, $4)", [id, enviadoEm, falha, proximaEm]);
    },
    sweepContatos: async (antes, limite) => {
      const [swept] = await rows<{ n: number }>("SELECT portaria_limpa_contatos($1, $2) AS n", [
        antes,
        limite,
      ]);
      return swept?.n ?? 0;
    },
  };
}
