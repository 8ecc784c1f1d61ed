import type pg from "pg";

/** Health and use of one conta. bytes: stored this month. espera: due tasks that no process has claimed. */
export type ContaStatus = {
  id: string;
  identificador: string;
  sandbox: boolean;
  abertaEm: Date;
  plano: number;
  documentos: number;
  emails: number;
  bytes: number;
  caixas: number;
  caixasComErro: number;
  caixasSilenciosas: number;
  ultimaColeta: Date | null;
  ultimaCaptura: Date | null;
  espera: number;
  esperaDesde: Date | null;
  sequencia: number;
  publicadaEm: Date | null;
  webhooksDesligados: number;
};

/** The product user, the time and the page. */
export type ProductPage = { contaId: string; usuarioId: string; now: Date; salto: number; limite: number };

/** Queries of product users over all contas. */
export type GatekeeperProduct = {
  /** A page of contas and their number; empty if the user is not of the product. */
  findContaStatuses(page: ProductPage): Promise<{ contas: ContaStatus[]; total: number }>;
};

export function createGatekeeperProduct(pool: pg.Pool): GatekeeperProduct {
  return {
    findContaStatuses: async ({ contaId, usuarioId, now, salto, limite }) => {
      const { rows } = await pool.query<ContaStatus & { contas: number }>(
        `SELECT id, identificador, sandbox, aberta_em AS "abertaEm", plano, documentos, emails, bytes, caixas, caixas_com_erro AS "caixasComErro",
           caixas_silenciosas AS "caixasSilenciosas", ultima_coleta AS "ultimaColeta", ultima_captura AS "ultimaCaptura", espera,
           espera_desde AS "esperaDesde", sequencia, publicada_em AS "publicadaEm", webhooks_desligados AS "webhooksDesligados", contas
         FROM portaria_produto($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, now, salto, limite],
      );
      return { contas: rows.map(({ contas: _, ...conta }) => conta), total: rows[0]?.contas ?? 0 };
    },
  };
}
