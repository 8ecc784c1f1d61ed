import os from "node:os";
import { splitInstant, zoneOfUf } from "@malote/syntax";
import { newId, pgType, queryText } from "../../db/index.ts";
import { VERSION } from "../../version.ts";
import type { Download } from "../file-download.ts";
import { countFailures, toFailureFilter } from "./list-failures.ts";
import { readBackups } from "./read-backups.ts";
import { readState } from "./read-state.ts";
import { readStorage } from "./read-storage.ts";
import { type OperatorContext, requireOperator } from "./require-operator.ts";

const ACTS_MAX = 50;
const INDENT = 2;

/**
 * Writes a JSON file for remote support: figures, versions, and which settings are set. It has no document
 * content, no names, no addresses and no values of settings. @throws {Refusal} produtoRestrito
 */
export async function readDiagnosticsFile(ctx: OperatorContext): Promise<Download> {
  const operator = await requireOperator(ctx);
  const now = ctx.clock.now();
  const { gatekeeper } = ctx.database;
  const text = JSON.stringify(await collect(ctx, operator), null, INDENT);
  const act = { id: newId(), now, acao: "baixar-diagnostico", alvo: "diagnostico", detalhe: null };
  await gatekeeper.recordAct(operator, act);
  const {
    year: ano,
    month: mes,
    day: dia,
    hour: hora,
    minute: minuto,
  } = splitInstant(now, zoneOfUf(ctx.caller.contaUf));
  return {
    nome: `diagnostico-malote-${ano}-${mes}-${dia}-${hora}${minuto}.json`,
    tipo: "application/json; charset=utf-8",
    bytes: Buffer.from(`${text}\n`),
    gzip: false,
  };
}

async function collect(
  ctx: OperatorContext,
  operator: Awaited<ReturnType<typeof requireOperator>>,
): Promise<object> {
  const { gatekeeper } = ctx.database;
  const { saude, faixa, filas, pausa, noArDesde, agoraEm } = await readState(ctx, operator);
  const failures = await countFailures(ctx, operator, toFailureFilter(ctx, {}));
  const { ultimo, conferencia } = await readBackups(ctx);
  const { rows: acts } = await gatekeeper.findActs(operator, { salto: 0, limite: ACTS_MAX });
  const [databaseRow] = await ctx.database.withConta(operator.contaId, (db) =>
    // Text: it reads no table.
    queryText(db, {
      columns: { versao: pgType.text },
      text: "SELECT current_setting('server_version') AS versao",
    }),
  );
  return {
    feitoEm: agoraEm,
    versoes: {
      malote: VERSION,
      node: process.version,
      postgresql: databaseRow?.versao,
      sistema: `${os.platform()} ${os.arch()}`,
    },
    noArDesde,
    maquina: { processadores: os.availableParallelism(), memoria: os.totalmem(), memoriaLivre: os.freemem() },
    ajustes: ctx.config.settings.map(({ nome, definida }) => ({ nome, definida })),
    migracoes: (await gatekeeper.findMigrations()).toSorted(),
    // A finding's detail may name a folder of this machine.
    saude: saude.map((each) => ({
      ...each,
      detalhe: each.detalhe.replaceAll(ctx.config.dataDir, "DATA_DIR"),
    })),
    pausa: { pausada: pausa.pausada, desde: pausa.pausadaDesde },
    faixa,
    filas,
    falhas: Object.fromEntries(failures.porTipo),
    armazenamento: await readStorage(ctx),
    backup: { ultimo: withoutDestination(ultimo), conferencia: withoutDestination(conferencia) },
    atos: acts.map(({ quando, acao }) => ({ quando, acao })),
  };
}

function withoutDestination<T extends { destino: string; mensagem: string | null }>(
  run: T | null,
): Omit<T, "destino" | "mensagem"> | null {
  if (run === null) return null;
  const { destino: _, mensagem: __, ...rest } = run;
  return rest;
}
