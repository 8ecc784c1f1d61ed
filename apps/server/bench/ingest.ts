// How fast e-mails become notas: poll + ingest, beside the floor of only parsing the same bytes.
import { examineDfe } from "@malote/dfe";
import { createOrcamento, splitMensagem, unpackParte } from "@malote/mailbox";
import { runPipelineJob } from "../src/pipeline/run-stage.ts";
import type { JobTipo } from "../src/pipeline/stage.ts";
import { createRoad, type Road } from "../tests/road.ts";

const MENSAGENS = 500;
/** Like a supplier's DANFE: bytes that must be carried though they say nothing. */
const PDF_BYTES = 40_000;
/** Ingests at once in one process, as the worker runs them. */
const AO_MESMO_TEMPO = 2;
/** Longest job, in ms. */
const JOB_MS = 600_000;

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const road = await createRoad();
try {
  await fillBox(road);
  const floor = await measure(() => parseAlone(road));
  const ours = await measure(() => pollAndIngest(road));
  const documentos = (await road.notas()).length;
  if (documentos !== MENSAGENS) throw new Error(`${documentos} notas came of ${MENSAGENS} messages`);
  report("e-mails por segundo, poll + ingest", "e-mails/s", MENSAGENS / ours, MENSAGENS / floor);
  report("DF-e por segundo, poll + ingest", "DF-e/s", documentos / ours, documentos / floor);
} finally {
  await road.dispose();
}
process.disconnect?.();

function report(nome: string, unidade: string, nosso: number, valor: number): void {
  process.send?.({
    medida: { nome, unidade, nosso, referencia: { nome: "só separar, ler e julgar os mesmos bytes", valor } },
  });
}

/** Seconds that some work takes. */
async function measure(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function fillBox({ sandbox }: Road): Promise<void> {
  const pdf = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(PDF_BYTES, "malote ")]);
  for (let n = 0; n < MENSAGENS; n++) {
    const fornecedor = sandbox.palco.pickFornecedor();
    const nota = sandbox.palco.emitNota({ fornecedor });
    await sandbox.palco.sendEmail({
      de: fornecedor,
      assunto: `NF-e ${n}`,
      texto: "Segue a nota fiscal eletrônica e o DANFE.",
      anexos: [
        { nome: `${n}.xml`, tipo: "application/xml", bytes: Buffer.from(nota.procXml) },
        { nome: `${n}.pdf`, tipo: "application/pdf", bytes: pdf },
      ],
    });
  }
}

async function parseAlone({ sandbox }: Road): Promise<void> {
  const ancoras = sandbox.info.ancoraPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  const { caixa } = sandbox.correio;
  for (const bytes of caixa.list().map((mensagem) => caixa.read(mensagem))) {
    const split = await splitMensagem(bytes);
    if (split.kind !== "mensagem") throw new Error("a message of the bench is not one");
    const orcamento = createOrcamento();
    for (const parte of split.mensagem.partes) {
      for await (const { bytes: within } of unpackParte(parte, orcamento)) examineDfe(within, { ancoras });
    }
  }
}

async function pollAndIngest({ ctx, contaId, asOwner }: Road): Promise<void> {
  for (const tipo of ["poll", "ingest"] as const) {
    const due = await asOwner<{ id: string; tipo: JobTipo; alvo: string }>(
      "SELECT id, tipo, alvo FROM tarefa WHERE tipo = $1 AND estado = 'pendente'",
      [tipo],
    );
    const next = due.values();
    const lane = async (): Promise<void> => {
      for (const { id, alvo } of next) {
        await runPipelineJob(ctx, {
          contaId,
          tarefaId: id,
          tipo,
          alvo,
          tentativa: 1,
          prazo: new Date(Date.now() + JOB_MS),
        });
      }
    };
    await Promise.all(Array.from({ length: AO_MESMO_TEMPO }, lane));
  }
}
