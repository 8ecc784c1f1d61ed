import type pg from "pg";

/** The state of a condition. esperaS: how long it must last before a notification. */
export type ObservedCondition = { condicao: string; ativa: boolean; detalhe: string; esperaS: number };

/**
 * A due notification. fase: the condition began, continues, or ended. falhas: attempts that the
 * relay refused.
 */
export type DueNotification = {
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
export type NotificationTiming = { now: Date; fimS: number; repeteS: number; ate: Date };

export type GatekeeperNotifications = {
  /** Records the conditions found, and claims the due notifications. */
  claimNotifications(
    conditions: readonly ObservedCondition[],
    timing: NotificationTiming,
  ): Promise<DueNotification[]>;
  /** Records the outcome of a notification; falha: the relay's answer. */
  closeNotification(
    notification: Pick<DueNotification, "condicao" | "fase">,
    end: { now: Date; falha: string | null; proximaEm: Date | null },
  ): Promise<void>;
};

export function createGatekeeperNotifications(pool: Pick<pg.Pool, "query">): GatekeeperNotifications {
  return {
    claimNotifications: async (conditions, { now, fimS, repeteS, ate }) => {
      const { rows } = await pool.query<DueNotification>(
        `SELECT condicao, fase, detalhe, comecou_em AS "comecouEm", terminou_em AS "terminouEm", falhas
         FROM portaria_avisos($1, $2, make_interval(secs => $3), make_interval(secs => $4), $5) ORDER BY condicao`,
        [now, JSON.stringify(conditions), fimS, repeteS, ate],
      );
      return rows;
    },
    closeNotification: async ({ condicao, fase }, { now, falha, proximaEm }) => {
      const values = [condicao, fase, now, falha, proximaEm];
      await pool.query("SELECT portaria_aviso_feito($1, $2, $3, $4, $5)", values);
    },
  };
}
