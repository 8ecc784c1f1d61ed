import type { FalhaArquivo } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { Arquivo } from "../../pipeline/arquivo.ts";
import { VERBA_DO_ENVIADO } from "../../pipeline/custo.rules.ts";
import { createLeitura, type Leitura } from "../../pipeline/leitura.ts";
import { toArquivo } from "../../pipeline/open-anexo.ts";
import { readArquivos } from "../../pipeline/read-dfe.ts";
import type { Lido } from "../../services/captura/keep-arquivos.ts";
import { isQuarentena } from "../../services/documento/merito.rules.ts";
import {
  beginImportacao,
  countProveito,
  endImportacao,
  type Retomada,
  saveAndamento,
} from "../../services/importacao/importacao.rows.ts";
import { motivoOf, planAndamento } from "../../services/importacao/importacao.rules.ts";
import { insertErroDoArquivo } from "../../services/importacao/importacao-erro.rows.ts";
import { planTarefas } from "../../services/tarefa/tarefa.rows.ts";
import type { GivenUp, Job, JobHandlers } from "../job.ts";
import { toVolume } from "./blob-volume.ts";
import { type EnviadoAberto, LIMITES_IMPORTACAO, openEnviado } from "./open-enviado.ts";
import { setAside } from "./set-aside.ts";

/** An attempt stops this long before its deadline and plans the next one, without a failure. In ms. */
const FOLGA_MS = 60_000;
/** After this the files of other contas get their turn. In ms. */
const TURNO_MS = 120_000;

/** Reads an uploaded file: its parts are processed as those of an e-mail. */
export const importacaoJob: JobHandlers = { run: runImportacao, onGiveUp: giveUpImportacao };

async function runImportacao(ctx: AppContext, job: Job): Promise<void> {
  const { contaId, alvo: id } = job;
  const begun = await ctx.database.withContaSql(contaId, (sql) => beginImportacao(sql, contaId, id));
  if (begun === null) return;
  const blob = await ctx.blobs.open(contaId, begun.sha256);
  if (blob === null) return await end(ctx, job, "sumiu");
  try {
    const leitura = createLeitura({ limites: LIMITES_IMPORTACAO, pulse: ctx.pulse });
    leitura.custo.allow(VERBA_DO_ENVIADO, blob.tamanho);
    const aberto = await openEnviado({
      volume: toVolume(blob),
      orcamento: leitura.orcamento,
      nome: begun.nomeArquivo,
      depois: begun.depois,
      setAside: (pieces) => setAside(ctx.config, pieces),
    });
    if (typeof aberto === "string") return await end(ctx, job, aberto);
    const isWhole = await readAll(ctx, job, { begun, aberto, leitura });
    const falha = leitura.custo.hasStopped() ? "caro-demais" : aberto.falha;
    if (isWhole) await end(ctx, job, falha);
    else await goOnLater(ctx, job);
  } finally {
    await blob.close();
  }
}

/** An open package, the position of an earlier attempt, and the limits. */
type Andamento = { begun: Retomada; aberto: EnviadoAberto; leitura: Leitura };

/** Reads to the end, or until the turn or the deadline is near. @returns whether it reached the end */
async function readAll(ctx: AppContext, job: Job, { begun, aberto, leitura }: Andamento): Promise<boolean> {
  const { contaId, alvo: id } = job;
  let total = Math.max(begun.total ?? 0, aberto.total);
  let isWhole = true;
  let tellAt = 0;
  const turnoAte = performance.now() + TURNO_MS;
  const files = async function* (): AsyncGenerator<Arquivo> {
    for await (const parte of aberto.partes) {
      if (msLeft(ctx.clock, job.prazo) < FOLGA_MS || performance.now() > turnoAte) {
        isWhole = false;
        return;
      }
      if (parte.abertura.kind === "pacote") total += parte.abertura.dentro - 1;
      const de = performance.now();
      if (de >= tellAt) {
        await ctx.database.withContaSql(contaId, (sql) => saveAndamento(sql, contaId, { id, total }));
        tellAt = planAndamento({ de, ate: performance.now() });
      }
      yield toArquivo(parte);
    }
  };
  const stage = { ...ctx, job: { ...job, tipo: "ingest" as const }, leitura };
  for await (const _ of readArquivos(stage, files(), { guarda: isOnlyHere, encerra: false }));
  return isWhole;
}

/**
 * Whether a part's bytes are stored nowhere else and need their own blob. A documento keeps its XML,
 * unless repaired or in quarantine; a failed file can be downloaded by itself; the rest is in the upload.
 */
function isOnlyHere(lido: Lido): boolean {
  if (lido.kind === "outro") return lido.sorte.destino === "erro" || lido.sorte.destino === "outro-dfe";
  return lido.documento.recebidoSha256 !== null || isQuarentena(lido.documento);
}

/** The next attempt continues from the last position. */
async function goOnLater(ctx: AppContext, { contaId, alvo }: Job): Promise<void> {
  const venceEm = ctx.clock.now();
  await ctx.database.withContaSql(contaId, (sql) =>
    planTarefas(sql, contaId, [{ tipo: "importacao", alvo, venceEm }]),
  );
}

/** Ends the import; falha: what to report, null = success. A file without a DF-e is reported as "sem-dfe". */
async function end(
  ctx: AppContext,
  { contaId, alvo: id }: Pick<Job, "contaId" | "alvo">,
  falha: FalhaArquivo | null,
): Promise<void> {
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    if (falha !== null) {
      await insertErroDoArquivo(sql, contaId, { id, motivo: motivoOf(falha) });
      return await endImportacao(sql, contaId, { id, estado: "falhou", falha, agora });
    }
    const isVain = (await countProveito(sql, contaId, id)) === 0;
    await endImportacao(sql, contaId, { id, estado: "concluido", falha: isVain ? "sem-dfe" : null, agora });
  });
}

/** The parts already read are kept. */
async function giveUpImportacao(ctx: AppContext, job: GivenUp): Promise<void> {
  await end(ctx, job, "interno");
}
