import type pg from "pg";

/** Health and use of one conta. bytes: stored this month. espera: due tasks that no process has claimed. */
export type ContaVista = {
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
export type OlharProduto = { contaId: string; usuarioId: string; agora: Date; salto: number; limite: number };

/** Queries of product users over all contas. */
export type PortariaProduto = {
  /** A page of contas and their number; empty if the user is not of the product. */
  findContasVistas(olhar: OlharProduto): Promise<{ contas: ContaVista[]; total: number }>;
};

export function createPortariaProduto(pool: pg.Pool): PortariaProduto {
  return {
    findContasVistas: async ({ contaId, usuarioId, agora, salto, limite }) => {
      const { rows } = await pool.query<ContaVista & { contas: number }>(
        `SELECT id, identificador, sandbox, aberta_em AS "abertaEm", plano, documentos, emails, bytes, caixas, caixas_com_erro AS "caixasComErro",
           caixas_silenciosas AS "caixasSilenciosas", ultima_coleta AS "ultimaColeta", ultima_captura AS "ultimaCaptura", espera,
           espera_desde AS "esperaDesde", sequencia, publicada_em AS "publicadaEm", webhooks_desligados AS "webhooksDesligados", contas
         FROM portaria_produto($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, agora, salto, limite],
      );
      return { contas: rows.map(({ contas: _, ...conta }) => conta), total: rows[0]?.contas ?? 0 };
    },
  };
}
