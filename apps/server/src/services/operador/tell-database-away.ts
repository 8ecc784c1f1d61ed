import type { AppContext } from "../../app-context.ts";
import { writeAvisoAoOperador } from "../../correio/carta-operador.ts";
import { tryDeliver } from "../../correio/try-deliver.ts";
import { CONDICOES } from "./condicoes.rules.ts";

const SITUACAO = CONDICOES["verificacao-banco"];
/** A shorter outage is a restart of the database, and is not reported. */
const ESPERA_MS = SITUACAO.esperaS * 1_000;
/** Interval between e-mails while the outage lasts. */
const REPETE_MS = 86_400_000;

/**
 * Notifies the operator of an unavailable database. The
 * state is in memory, because the database cannot store it.
 */
export type DatabaseWatch = {
  /** Call when the database did not answer or accepted no write. */
  noteAway(): Promise<void>;
  /** Call when the database answers again. */
  noteBack(): Promise<void>;
};

type Fase = "comeco" | "segue" | "fim";

/** Each process watches on its own, so two processes may each send an e-mail. */
export function watchDatabase(app: AppContext): DatabaseWatch {
  let desde: Date | null = null;
  let avisadoEm: Date | null = null;
  const tell = async (comecouEm: Date, fase: Fase): Promise<void> => {
    const agora = app.clock.now();
    if (await write(app, { comecouEm, fase, agora })) avisadoEm = agora;
  };
  return {
    noteAway: async () => {
      const agora = app.clock.now().getTime();
      desde ??= app.clock.now();
      if (avisadoEm === null && agora - desde.getTime() >= ESPERA_MS) await tell(desde, "comeco");
      else if (avisadoEm !== null && agora - avisadoEm.getTime() >= REPETE_MS) await tell(desde, "segue");
    },
    noteBack: async () => {
      const [comecouEm, foiAvisado] = [desde, avisadoEm !== null];
      desde = null;
      avisadoEm = null;
      if (comecouEm !== null && foiAvisado)
        await write(app, { comecouEm, fase: "fim", agora: app.clock.now() });
    },
  };
}

/** @returns whether the e-mail was sent */
async function write(
  app: AppContext,
  { comecouEm, fase, agora }: { comecouEm: Date; fase: Fase; agora: Date },
): Promise<boolean> {
  const { operadorEmail: para, urlBase } = app.config;
  if (para === null || app.config.smtp === null) return false;
  const { titulo, roteiro } = SITUACAO;
  const detalhe =
    "Este processo do Malote não lê ou não grava no banco de dados: nada é coletado nem entregue, e as portas respondem 503. " +
    "O outro processo pode avisar também.";
  const terminouEm = fase === "fim" ? agora : null;
  const carta = writeAvisoAoOperador({ fase, titulo, roteiro, detalhe, comecouEm, terminouEm, urlBase });
  const id = `operador-banco-${process.pid}-${fase}-${agora.getTime()}`;
  const falha = await tryDeliver(app.correio, { id, para, data: agora, ...carta });
  if (falha === null) app.log.info({ fase }, "o operador foi avisado de que o banco de dados está fora");
  else app.log.error({ fase, falha }, "o aviso ao operador não saiu; será tentado de novo");
  return falha === null;
}
