import type pg from "pg";

/** What a process found. esperaS: for so long it must last before it is told. */
export type CondicaoVista = { condicao: string; ativa: boolean; detalhe: string; esperaS: number };

/** What is to be told now. fase: it began, goes on, or ended. falhas: tries that the relay refused. */
export type AvisoDevido = {
  condicao: string;
  fase: "comeco" | "segue" | "fim";
  detalhe: string;
  comecouEm: Date;
  terminouEm: Date | null;
  falhas: number;
};

/** Times in seconds: without being found a condition is over after fimS, and told again every repeteS. ate: others leave the answer alone until then. */
export type VezDoAviso = { agora: Date; fimS: number; repeteS: number; ate: Date };

export type PortariaAvisos = {
  /** Notes what was found, and claims what is to be told. */
  claimAvisos(condicoes: readonly CondicaoVista[], vez: VezDoAviso): Promise<AvisoDevido[]>;
  /** Records the outcome of a notification; falha: what the relay answered. */
  closeAviso(
    aviso: Pick<AvisoDevido, "condicao" | "fase">,
    fim: { agora: Date; falha: string | null; proximaEm: Date | null },
  ): Promise<void>;
};

export function createPortariaAvisos(pool: Pick<pg.Pool, "query">): PortariaAvisos {
  return {
    claimAvisos: async (condicoes, { agora, fimS, repeteS, ate }) => {
      const { rows } = await pool.query<AvisoDevido>(
        `SELECT condicao, fase, detalhe, comecou_em AS "comecouEm", terminou_em AS "terminouEm", falhas
         FROM portaria_avisos($1, $2, make_interval(secs => $3), make_interval(secs => $4), $5) ORDER BY condicao`,
        [agora, JSON.stringify(condicoes), fimS, repeteS, ate],
      );
      return rows;
    },
    closeAviso: async ({ condicao, fase }, { agora, falha, proximaEm }) => {
      const values = [condicao, fase, agora, falha, proximaEm];
      await pool.query("SELECT portaria_aviso_feito($1, $2, $3, $4, $5)", values);
    },
  };
}
