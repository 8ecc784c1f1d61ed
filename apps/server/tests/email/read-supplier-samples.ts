import { createSamples, type Sample } from "@malote/sandbox";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import type { TestPipeline } from "../setup/test-pipeline.ts";

/** The results of the samples, compared with the known answers. */
export type SampleReport = {
  messages: number;
  kinds: number;
  documents: { expected: number; recognized: number };
  /** Documents behind damage, which may also be reported as unreadable. */
  maybe: { expected: number; recognized: number };
  /** Pieces of the messages plus additional parts: each must have a destino, one of those allowed. */
  partes: { seen: number; withDestino: number; withAcceptedDestino: number };
  /** Chaves printed in messages without their XML. */
  withoutXml: { expected: number; found: number };
  failures: SampleFailure[];
  /** The slowest message up to its commit, in ms, and its kind. */
  slowest: { kind: string; ms: number };
};

/** A message with an unexpected result. */
export type SampleFailure = { sample: Sample; mismatches: string[] };

type PartRow = {
  email_id: string;
  caminho: string;
  nome: string | null;
  sha256: string;
  destino: string;
  motivo: string | null;
  chave: string | null;
  natureza: string | null;
  documento_id: string | null;
};
type EmailRow = { id: string; estado: string; partes: number; chaves_sem_xml: string[] };

/** Messages put into the mailbox before each poll. */
const BATCH = 100;
/** Time limit of a job, in ms. */
const JOB_MS = 295_000;

const EXTRACTED = ["nota", "evento", "duplicada"];

/**
 * Sends sample messages to the demo mailbox and compares each result with the known answer.
 * @param o.total number of samples, from the first on; by default one of every kind
 */
export async function readSamples(
  pipeline: TestPipeline,
  o: { semente: number; quantas?: number },
): Promise<SampleReport> {
  const { generator: papelaria, info } = pipeline.sandbox;
  const samplesRequest = {
    generator: papelaria,
    semente: o.semente,
    now: pipeline.clock.now(),
    destino: info.pop3.usuario,
  };
  const samples = await createSamples(samplesRequest);
  const total = o.quantas ?? samples.kinds.length;
  const report = emptyReport(Math.min(total, samples.kinds.length));
  for (let from = 0; from < total; from += BATCH) {
    const size = Math.min(BATCH, total - from);
    const sampleBatch = Array.from({ length: size }, (_, n) => samples.make(from + n));
    const emailRows = await deliver(pipeline, sampleBatch, report);
    const partRows = await readPartRows(pipeline, emailRows);
    sampleBatch.forEach((sample, n) => {
      const emailRow = emailRows[n];
      countSample(report, {
        sample,
        mensagem: emailRow,
        linhas: partRows.filter((each) => each.email_id === emailRow?.id),
      });
    });
  }
  return report;
}

function emptyReport(especies: number): SampleReport {
  return {
    messages: 0,
    kinds: especies,
    documents: { expected: 0, recognized: 0 },
    maybe: { expected: 0, recognized: 0 },
    partes: { seen: 0, withDestino: 0, withAcceptedDestino: 0 },
    withoutXml: { expected: 0, found: 0 },
    failures: [],
    slowest: { kind: "", ms: 0 },
  };
}

/** Returns the e-mail of each message, undefined where none was stored. */
async function deliver(
  pipeline: TestPipeline,
  sampleBatch: readonly Sample[],
  report: SampleReport,
): Promise<(EmailRow | undefined)[]> {
  const { sandbox, asOwner, run } = pipeline;
  const { caixa } = sandbox.mail;
  const uids = sampleBatch.map(({ raw }) => caixa.put(raw).uidl);
  await asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  const errors = await run("poll");
  if (errors.length > 0) throw new AggregateError(errors, "the box could not be visited");
  caixa.remove(uids);
  const ids = await findIds(pipeline, uids);
  for (const [n, { kind }] of sampleBatch.entries()) {
    const id = ids[n];
    if (id === undefined) continue;
    const started = performance.now();
    await ingest(pipeline, id);
    const ms = performance.now() - started;
    if (ms > report.slowest.ms) report.slowest = { kind, ms };
  }
  const rows = await asOwner<EmailRow>(
    "SELECT id, estado, partes, chaves_sem_xml FROM email WHERE id = ANY($1)",
    [ids.filter((id) => id !== undefined)],
  );
  return ids.map((id) => rows.find((row) => row.id === id));
}

async function findIds({ asOwner }: TestPipeline, uids: readonly string[]): Promise<(string | undefined)[]> {
  const rows = await asOwner<{ uid: string; email_id: string }>(
    "SELECT uid, email_id FROM caixa_mensagem WHERE uid = ANY($1) AND email_id IS NOT NULL",
    [uids],
  );
  const byUid = new Map(rows.map(({ uid, email_id }) => [uid, email_id]));
  return uids.map((uid) => byUid.get(uid));
}

async function ingest({ ctx, contaId, asOwner }: TestPipeline, alvo: string): Promise<void> {
  const [task] = await asOwner<{ id: string; tentativa: number }>(
    `UPDATE tarefa SET estado = 'feita' WHERE tipo = 'ingest' AND alvo = $1 AND estado = 'pendente'
     RETURNING id, tentativa`,
    [alvo],
  );
  if (!task) return;
  const deadline = new Date(ctx.clock.now().getTime() + JOB_MS);
  await runPipelineJob(ctx, {
    ...task,
    tarefaId: task.id,
    contaId,
    tipo: "ingest",
    alvo,
    prazo: deadline,
  });
}

async function readPartRows(
  pipeline: TestPipeline,
  emailRows: readonly (EmailRow | undefined)[],
): Promise<PartRow[]> {
  return await pipeline.asOwner<PartRow>(
    `SELECT a.email_id, a.caminho, a.nome, a.sha256, a.destino, a.motivo, a.documento_id, d.chave, d.natureza
     FROM anexo a LEFT JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
     WHERE a.email_id = ANY($1) AND a.caminho <> '0' ORDER BY a.caminho`,
    [emailRows.flatMap((emailRow) => (emailRow ? [emailRow.id] : []))],
  );
}

type SampleView = { sample: Sample; mensagem: EmailRow | undefined; linhas: readonly PartRow[] };

function countSample(report: SampleReport, view: SampleView): void {
  const { sample, mensagem: emailRow, linhas: partRows } = view;
  const { dfe, possible: maybe, semXml: withoutXml } = sample.expected;
  const found = countDocumentos(partRows);
  const missed = takeFound(found, dfe);
  const doubted = takeFound(found, maybe);
  const lost = findLost(sample, partRows);
  const unaccepted = partRows.filter((partRow) => !isAccepted(view, partRow));
  const silent = partRows.filter(({ destino, motivo }) => !EXTRACTED.includes(destino) && motivo === null);
  const unprinted = withoutXml.filter((chave) => !emailRow?.chaves_sem_xml.includes(chave));
  const seenParts = partRows.length + lost.length;
  report.messages += 1;
  add(report.documents, { expected: dfe.length, recognized: dfe.length - missed.length });
  add(report.maybe, { expected: maybe.length, recognized: maybe.length - doubted.length });
  add(report.partes, {
    seen: seenParts,
    withDestino: seenParts - lost.length - silent.length,
    withAcceptedDestino: seenParts - lost.length - unaccepted.length,
  });
  add(report.withoutXml, { expected: withoutXml.length, found: withoutXml.length - unprinted.length });
  const mismatches = [
    ...compareEmail(view),
    ...missed.map(({ chave, natureza }) => `${natureza} ${chave} was not extracted`),
    ...lost.map((what) => `${what} has no fate`),
    ...unaccepted.map((partRow) => `part ${partRow.caminho} (${partRow.nome}) became ${outcomeOf(partRow)}`),
    ...silent.map(({ caminho, nome }) => `part ${caminho} (${nome}) has no reason`),
    ...[...found.keys()].map((what) => `${what} was not expected`),
    ...unprinted.map((chave) => `the printed key ${chave} was not seen`),
  ];
  if (mismatches.length > 0) report.failures.push({ sample, mismatches });
}

function add<K extends string>(sums: Record<K, number>, more: Record<K, number>): void {
  for (const key of Object.keys(more) as K[]) sums[key] += more[key];
}

/** The counters of the e-mail must match its rows. */
function compareEmail({ mensagem: emailRow, linhas: partRows }: SampleView): string[] {
  if (!emailRow) return ["the message is not here"];
  return [
    ...(emailRow.estado === "em-leitura" ? ["the message was not read to its end"] : []),
    ...(emailRow.partes === partRows.length
      ? []
      : [`${emailRow.partes} parts are counted of ${partRows.length}`]),
  ];
}

/** Number of distinct documents of each kind and chave. */
function countDocumentos(partRows: readonly PartRow[]): Map<string, number> {
  const documentos = new Map(
    partRows
      .filter(({ destino }) => EXTRACTED.includes(destino))
      .map(({ documento_id, natureza, chave }) => [documento_id, `${natureza} ${chave}`]),
  );
  const found = new Map<string, number>();
  for (const what of documentos.values()) found.set(what, (found.get(what) ?? 0) + 1);
  return found;
}

/** Removes the expected documents from the found ones; returns those that were not found. */
function takeFound(found: Map<string, number>, expected: Sample["expected"]["dfe"]): typeof expected {
  return expected.filter(({ chave, natureza }) => {
    const what = `${natureza} ${chave}`;
    const left = found.get(what) ?? 0;
    // One document may arrive as several different files, such as the original and a repaired one.
    found.delete(what);
    return left === 0;
  });
}

/** Pieces without a part. */
function findLost({ expected: gabarito }: Sample, partRows: readonly PartRow[]): string[] {
  return gabarito.parts
    .filter(({ sha256, outcomes: aceita }) =>
      sha256 === null
        ? !partRows.some((partRow) => isOneOf(aceita, partRow))
        : !partRows.some((partRow) => partRow.sha256 === sha256),
    )
    .map(({ nome, outcomes: aceita }) => nome ?? `what should become ${aceita.join(" or ")}`);
}

/** A container can have the same bytes as a piece; then one of the two rows describes the piece. */
function isAccepted(
  { sample: { expected: gabarito }, linhas: partRows }: SampleView,
  partRow: PartRow,
): boolean {
  if (EXTRACTED.includes(partRow.destino) && partRow.chave !== null) return true;
  const isLoose = isOneOf([...gabarito.otherOutcomes, ...acceptedOutcomes(gabarito, null)], partRow);
  const own = acceptedOutcomes(gabarito, partRow.sha256);
  if (own.length === 0) return isLoose;
  const isTold = partRows.some((other) => other.sha256 === partRow.sha256 && isOneOf(own, other));
  return isOneOf(own, partRow) || (isTold && isLoose);
}

/** Accepted outcomes of the pieces with these bytes. */
function acceptedOutcomes({ parts: pedacos }: Sample["expected"], sha256: string | null): string[] {
  return pedacos.filter((piece) => piece.sha256 === sha256).flatMap(({ outcomes: aceita }) => [...aceita]);
}

function isOneOf(outcomes: readonly string[], partRow: PartRow): boolean {
  return outcomes.includes(partRow.destino) || outcomes.includes(outcomeOf(partRow));
}

function outcomeOf({ destino, motivo }: PartRow): string {
  return `${destino}/${motivo}`;
}
