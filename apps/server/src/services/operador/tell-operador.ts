import type { AppContext } from "../../app-context.ts";
import { writeAvisoAoOperador } from "../../correio/carta-operador.ts";
import { tryDeliver } from "../../correio/try-deliver.ts";
import type { AvisoDevido } from "../../db/index.ts";
import { checkHealth } from "../../health/check-health.ts";
import { readDiskSpace } from "../../medidas/disk-space.ts";
import { readOperatorCertificates } from "../../medidas/operator-certificates.ts";
import { CONDICOES, type Fatos, isCondicao, judgeFatos } from "./condicoes.rules.ts";

const MINUTE_MS = 60_000;
/** A condition ends when no process has found it for this time, in seconds. */
const FIM_S = 180;
/** Interval between e-mails while a condition lasts, in seconds. */
const REPETE_S = 86_400;
/** How long a process holds the lease on a notification, in ms; longer than sending an e-mail may take. */
const VEZ_MS = 3 * MINUTE_MS;
/** Longest delay between attempts, in ms. The first delay is one minute, and each failure doubles it. */
const ESPERA_MAX_MS = 30 * MINUTE_MS;

/**
 * Checks the installation once, and e-mails the operator about conditions that began, continue for another
 * day or ended. Several processes may check at once; a lease in the database decides which one sends.
 * @returns how many e-mails were sent
 */
export async function tellOperador(app: AppContext): Promise<number> {
  const { config, clock, database } = app;
  if (config.operadorEmail === null || config.smtp === null) return 0;
  const condicoes = judgeFatos(await readFatos(app));
  const agora = clock.now();
  const ate = new Date(agora.getTime() + VEZ_MS);
  const vez = { agora, fimS: FIM_S, repeteS: REPETE_S, ate };
  const devidos = await database.portaria.claimAvisos(condicoes, vez);
  let sent = 0;
  for (const devido of devidos) if (await tell(app, config.operadorEmail, devido)) sent += 1;
  return sent;
}

async function readFatos(app: AppContext): Promise<Fatos> {
  const { clock, database, config } = app;
  const agora = clock.now();
  const began = performance.now();
  const medida = await database.portaria.measure(agora);
  const bancoMs = performance.now() - began;
  const workers = await database.portaria.countWorkers();
  const [saude, discos] = await Promise.all([checkHealth(app), readDiskSpace(app)]);
  const certificados = readOperatorCertificates(config);
  return { agora, medida, bancoMs, saude, discos, workers, certificados, sandbox: config.sandbox !== null };
}

async function tell(app: AppContext, para: string, devido: AvisoDevido): Promise<boolean> {
  const { condicao, fase, falhas } = devido;
  // A process of another version reported this condition, which this version does not know.
  if (!isCondicao(condicao)) return false;
  const { titulo, roteiro } = CONDICOES[condicao];
  const agora = app.clock.now();
  const carta = writeAvisoAoOperador({ ...devido, titulo, roteiro, urlBase: app.config.urlBase });
  const falha = await tryDeliver(app.correio, { id: idOf(devido, agora), para, data: agora, ...carta });
  const esperaMs = Math.min(ESPERA_MAX_MS, MINUTE_MS * 2 ** falhas);
  const proximaEm = falha === null ? null : new Date(agora.getTime() + esperaMs);
  await app.database.portaria.closeAviso(devido, { agora, falha, proximaEm });
  if (falha === null) app.log.info({ condicao, fase }, "o operador foi avisado");
  else app.log.error({ condicao, fase, falha }, "o aviso ao operador não saiu; será tentado de novo");
  return falha === null;
}

/**
 * The same id for every attempt of a notification, so that
 * it is not sent twice when only its record was lost.
 */
function idOf({ condicao, fase, comecouEm }: AvisoDevido, agora: Date): string {
  const dia = fase === "segue" ? `-${agora.toISOString().slice(0, 10)}` : "";
  return `operador-${condicao}-${fase}-${comecouEm.getTime()}${dia}`;
}
