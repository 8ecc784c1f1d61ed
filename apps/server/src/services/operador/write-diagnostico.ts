import os from "node:os";
import { splitInstant, zonaOfUf } from "@malote/syntax";
import { newId } from "../../db/index.ts";
import { VERSAO } from "../../versao.ts";
import type { Download } from "../download.ts";
import { admitOperador, type OperadorContext } from "./admit-operador.ts";
import { countFalhas, toFalhaFiltro } from "./list-falhas.ts";
import { readArmazenamento } from "./read-armazenamento.ts";
import { readBackups } from "./read-backups.ts";
import { readEstado } from "./read-estado.ts";

const ATOS = 50;
const INDENT = 2;

/**
 * Writes a JSON file for remote support: figures, versions, and which settings are set. It has no document
 * content, no names, no addresses and no values of settings. @throws {Refusal} produtoRestrito
 */
export async function readDiagnosticoFile(ctx: OperadorContext): Promise<Download> {
  const quem = await admitOperador(ctx);
  const agora = ctx.clock.now();
  const { portaria } = ctx.database;
  const text = JSON.stringify(await collect(ctx, quem), null, INDENT);
  const ato = { id: newId(), agora, acao: "baixar-diagnostico", alvo: "diagnostico", detalhe: null };
  await portaria.noteAto(quem, ato);
  const { ano, mes, dia, hora, minuto } = splitInstant(agora, zonaOfUf(ctx.caller.contaUf));
  return {
    nome: `diagnostico-malote-${ano}-${mes}-${dia}-${hora}${minuto}.json`,
    tipo: "application/json; charset=utf-8",
    bytes: Buffer.from(`${text}\n`),
    gzip: false,
  };
}

async function collect(
  ctx: OperadorContext,
  quem: Awaited<ReturnType<typeof admitOperador>>,
): Promise<object> {
  const { portaria } = ctx.database;
  const { saude, faixa, filas, pausa, noArDesde, agoraEm } = await readEstado(ctx, quem);
  const falhas = await countFalhas(ctx, quem, toFalhaFiltro(ctx, {}));
  const { ultimo, conferencia } = await readBackups(ctx);
  const { rows: atos } = await portaria.findAtos(quem, { salto: 0, limite: ATOS });
  const [banco] = await ctx.database.withContaSql(quem.contaId, (sql) =>
    sql.query<{ versao: string }>("SELECT current_setting('server_version') AS versao"),
  );
  return {
    feitoEm: agoraEm,
    versoes: {
      malote: VERSAO,
      node: process.version,
      postgresql: banco?.versao,
      sistema: `${os.platform()} ${os.arch()}`,
    },
    noArDesde,
    maquina: { processadores: os.availableParallelism(), memoria: os.totalmem(), memoriaLivre: os.freemem() },
    ajustes: ctx.config.ajustes.map(({ nome, definida }) => ({ nome, definida })),
    migracoes: (await portaria.findMigracoes()).toSorted(),
    // A finding's detail may name a folder of this machine.
    saude: saude.map((each) => ({
      ...each,
      detalhe: each.detalhe.replaceAll(ctx.config.dataDir, "DATA_DIR"),
    })),
    pausa: { pausada: pausa.pausada, desde: pausa.pausadaDesde },
    faixa,
    filas,
    falhas: Object.fromEntries(falhas.porTipo),
    armazenamento: await readArmazenamento(ctx),
    backup: { ultimo: withoutPlace(ultimo), conferencia: withoutPlace(conferencia) },
    atos: atos.map(({ quando, acao }) => ({ quando, acao })),
  };
}

function withoutPlace<T extends { destino: string; mensagem: string | null }>(
  execucao: T | null,
): Omit<T, "destino" | "mensagem"> | null {
  if (execucao === null) return null;
  const { destino: _, mensagem: __, ...rest } = execucao;
  return rest;
}
