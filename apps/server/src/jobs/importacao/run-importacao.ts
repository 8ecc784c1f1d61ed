import type { FileFailure } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import { UPLOAD_ALLOWANCE } from "../../pipeline/ingest/cost.rules.ts";
import type { EmailFile } from "../../pipeline/ingest/email-part.ts";
import { toEmailFile } from "../../pipeline/ingest/open-anexo.ts";
import { readFiles } from "../../pipeline/ingest/read-dfe.ts";
import { createReadingLimits, type ReadingLimits } from "../../pipeline/ingest/reading-limits.ts";
import type { ReadFile } from "../../services/capture/save-parts.ts";
import { isQuarentena } from "../../services/documento/veredito.rules.ts";
import {
  beginImportacao,
  countStored,
  endImportacao,
  type ResumePoint,
  saveProgress,
} from "../../services/importacao/importacao.rows.ts";
import { planProgress, reasonOf } from "../../services/importacao/importacao.rules.ts";
import { insertFileError } from "../../services/importacao/importacao-error.rows.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import type { GivenUp, Job, JobHandlers } from "../job.ts";
import { toVolume } from "./blob-volume.ts";
import { IMPORT_LIMITS, type OpenedUpload, openUpload } from "./open-upload.ts";
import { setAside } from "./set-aside.ts";

/** An attempt stops this long before its deadline and plans the next one, without a failure. In ms. */
const MARGIN_MS = 60_000;
/** After this the files of other contas get their turn. In ms. */
const TURN_MS = 2 * MINUTE_MS;

/** Reads an uploaded file: its parts are processed as those of an e-mail. */
export const importacaoJob: JobHandlers = { run: runImportacao, onGiveUp: giveUpImportacao };

async function runImportacao(ctx: AppContext, job: Job): Promise<void> {
  const { contaId, alvo: id } = job;
  const begun = await ctx.database.withConta(contaId, (db) => beginImportacao(db, contaId, id));
  if (begun === null) return;
  const blob = await ctx.blobs.open(contaId, begun.sha256);
  if (blob === null) return await end(ctx, job, "sumiu");
  try {
    const limits = createReadingLimits({ limits: IMPORT_LIMITS, pulse: ctx.pulse });
    limits.cost.allow(UPLOAD_ALLOWANCE, blob.tamanho);
    const opened = await openUpload({
      volume: toVolume(blob),
      budget: limits.budget,
      name: begun.nomeArquivo,
      after: begun.depois,
      setAside: (pieces) => setAside(ctx.config, pieces),
    });
    if (typeof opened === "string") return await end(ctx, job, opened);
    const isWhole = await readAll(ctx, job, { begun, opened, limits });
    const failure = limits.cost.hasStopped() ? "caro-demais" : opened.failure;
    if (isWhole) await end(ctx, job, failure);
    else await planNextAttempt(ctx, job);
  } finally {
    await blob.close();
  }
}

/** An open package, the position of an earlier attempt, and the limits. */
type Progress = { begun: ResumePoint; opened: OpenedUpload; limits: ReadingLimits };

/** Reads to the end, or until the turn or the deadline is near. @returns whether it reached the end */
async function readAll(ctx: AppContext, job: Job, { begun, opened, limits }: Progress): Promise<boolean> {
  const { contaId, alvo: id } = job;
  let total = Math.max(begun.total ?? 0, opened.total);
  let isWhole = true;
  let tellAt = 0;
  const turnEnd = performance.now() + TURN_MS;
  const files = async function* (): AsyncGenerator<EmailFile> {
    for await (const part of opened.parts) {
      if (msLeft(ctx.clock, job.prazo) < MARGIN_MS || performance.now() > turnEnd) {
        isWhole = false;
        return;
      }
      if (part.abertura.kind === "pacote") total += part.abertura.dentro - 1;
      const de = performance.now();
      if (de >= tellAt) {
        await ctx.database.withConta(contaId, (db) => saveProgress(db, contaId, { id, total }));
        tellAt = planProgress({ from: de, until: performance.now() });
      }
      yield toEmailFile(part);
    }
  };
  const stage = { ...ctx, job: { ...job, tipo: "ingest" as const }, limits };
  for await (const _ of readFiles(stage, files(), { mustStore: isOnlyHere, closesEmail: false }));
  return isWhole;
}

/**
 * Whether a part's bytes are stored nowhere else and need their own blob. A documento keeps its XML,
 * unless repaired or in quarantine; a failed file can be downloaded by itself; the rest is in the upload.
 */
function isOnlyHere(parsed: ReadFile): boolean {
  if (parsed.kind === "outro")
    return parsed.outcome.destino === "erro" || parsed.outcome.destino === "outro-dfe";
  return parsed.documento.recebidoSha256 !== null || isQuarentena(parsed.documento);
}

/** The next attempt continues from the last position. */
async function planNextAttempt(ctx: AppContext, { contaId, alvo }: Job): Promise<void> {
  const dueAt = ctx.clock.now();
  await ctx.database.withConta(contaId, (db) =>
    planTasks(db, contaId, [{ tipo: "importacao", alvo, venceEm: dueAt }]),
  );
}

/** Ends the import; falha: what to report, null = success. A file without a DF-e is reported as "sem-dfe". */
async function end(
  ctx: AppContext,
  { contaId, alvo: id }: Pick<Job, "contaId" | "alvo">,
  failure: FileFailure | null,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    if (failure !== null) {
      await insertFileError(db, contaId, { id, motivo: reasonOf(failure) });
      return await endImportacao(db, contaId, { id, estado: "falhou", falha: failure, now });
    }
    const isEmpty = (await countStored(db, contaId, id)) === 0;
    await endImportacao(db, contaId, { id, estado: "concluido", falha: isEmpty ? "sem-dfe" : null, now });
  });
}

/** The parts already read are kept. */
async function giveUpImportacao(ctx: AppContext, job: GivenUp): Promise<void> {
  await end(ctx, job, "interno");
}
