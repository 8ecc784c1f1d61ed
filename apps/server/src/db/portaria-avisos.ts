import type pg from "pg";

/** The state of a condition. esperaS: how long it must last before a notification. */
export type CondicaoVista = { condicao: string; ativa: boolean; detalhe: string; esperaS: number };

/**
 * A due notification. fase: the condition began, continues, or ended. falhas: attempts that the
 * relay refused.
 */
export type AvisoDevido = {
  condicao: string;
  fase: "comeco" | "segue" | "fim";
  detalhe: string;
  comecouEm: Date;
  terminouEm: Date | null;
  falhas: number;
};

/**
 * Times in seconds. A condition ends after fimS without being found, and is repeated every repeteS.
 * ate: until then the notification is claimed.
 */
export type VezDoAviso = { agora: Date; fimS: number; repeteS: number; ate: Date };

export type PortariaAvisos = {
  /** Records the conditions found, and claims the due notifications. */
  claimAvisos(condicoes: readonly CondicaoVista[], vez: VezDoAviso): Promise<AvisoDevido[]>;
  /** Records the outcome of a notification; falha: the relay's answer. */
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
