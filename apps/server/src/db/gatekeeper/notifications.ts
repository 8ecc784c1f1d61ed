import type { Sender } from "../run-statement.ts";
import { instant, nullable, number, oneOf, type RowOf, text } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";
import { gatekeeperDone } from "./call.ts";

/** The state of a condition. esperaS: how long it must last before a notification. */
export type ObservedCondition = { condicao: string; ativa: boolean; detalhe: string; esperaS: number };

const DUE = {
  condicao: text,
  /** The condition began, continues, or ended. */
  fase: oneOf<"comeco" | "segue" | "fim">(),
  detalhe: text,
  comecouEm: instant,
  terminouEm: nullable(instant),
  /** Attempts that the relay refused. */
  falhas: number,
};
/** A due notification. */
export type DueNotification = RowOf<typeof DUE>;

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

const claimNotifications = textStatement(
  DUE,
  `SELECT condicao, fase, detalhe, comecou_em, terminou_em, falhas
   FROM portaria_avisos($1, $2, make_interval(secs => $3), make_interval(secs => $4), $5) ORDER BY condicao`,
);
const closeNotification = gatekeeperDone("portaria_aviso_feito", 5);

export function createGatekeeperNotifications(on: Sender): GatekeeperNotifications {
  return {
    claimNotifications: (conditions, { now, fimS, repeteS, ate }) =>
      claimNotifications.rows(on, [now, JSON.stringify(conditions), fimS, repeteS, ate]),
    closeNotification: ({ condicao, fase }, { now, falha, proximaEm }) =>
      closeNotification(on, condicao, fase, now, falha, proximaEm),
  };
}
