import type pg from "pg";

/** Health and use of one conta. bytes: of what it kept this month. espera: tarefas that are due and nobody took. */
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

/** Who looks, when, and which page. */
export type OlharProduto = { contaId: string; usuarioId: string; agora: Date; salto: number; limite: number };

/** What people of the product may see of all contas. */
export type PortariaProduto = {
  /** A page of contas and how many there are; nothing at all for who is not of the product. */
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
