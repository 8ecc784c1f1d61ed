import { createHash } from "node:crypto";
import { EXPORTACAO_MAX, type FORMATOS_EXPORTACAO } from "@malote/contract";
import {
  askExportacao,
  downloadExportacao,
  type Exportada,
  readCsv,
  readXlsx,
  showExportacao,
} from "./exportacao.ts";
import { hireOperario, type Operario } from "./matar-golpes.ts";
import { createRoad, type Road } from "./road.ts";
import { enterAs, openWire, type Pessoa, type Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

/** Maximum time from a kill until the file is ready. */
const RESUME_MS = 60_000;
/**
 * A kill happens between 0 and this time after the request: from the start of the job to its last
 * commit.
 */
const GOLPE_MAX_MS = 2_500;
const INSERT = 1_000;

type Formato = (typeof FORMATOS_EXPORTACAO)[number];

/** Number of kills, the formats in turn, and the seed of the kill times. */
export type ProvaExportacao = { golpes: number; formatos: readonly Formato[]; semente: number };

/**
 * The result. noMeio: kills while a file was being made; retomadaMs: longest time from a kill to
 * the file.
 */
export type BalancoExportacao = { golpes: number; noMeio: number; retomadaMs: number; errado: string[] };

type Obra = { road: Road; wire: Wire; ana: Pessoa; operario: Operario };

/** Kills the worker once during each export, then compares the files with the requests. */
export async function strikeExportacoes(prova: ProvaExportacao): Promise<BalancoExportacao> {
  const road = await createRoad();
  const wire = await openWire(road);
  const operario = await hireOperario(road, "");
  try {
    const [usuario] = await road.asOwner<{ id: string }>("SELECT id FROM usuario");
    const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const ana = await enterAs(wire, { contaId: road.contaId, usuarioId: usuario?.id ?? "", ...demo });
    await fill(road);
    return await strikeAll(prova, { road, wire, ana, operario });
  } finally {
    await operario.stop();
    await wire.dispose();
  }
}

/** Inserts as many documents as a CSV may hold; as many of them as a PDF may hold are CT-e. */
async function fill(road: Road): Promise<void> {
  const total = Math.max(...Object.values(EXPORTACAO_MAX));
  for (let done = 0; done < total; done += INSERT) {
    const tipoNota = done < EXPORTACAO_MAX.PDF ? "CTe" : "NFe";
    const notas = Array.from({ length: INSERT }, () => inventNota({ tipoNota }));
    await insertNotas(road, road.contaId, notas);
  }
}

async function strikeAll(prova: ProvaExportacao, obra: Obra): Promise<BalancoExportacao> {
  const errado: string[] = [];
  let [retomadaMs, noMeio] = [0, 0];
  for (let n = 0; n < prova.golpes; n += 1) {
    const formato = prova.formatos[n % prova.formatos.length] ?? "CSV";
    const tiposNota = formato === "PDF" ? ["CTe" as const] : ["NFe" as const, "CTe" as const];
    const { object } = await askExportacao(obra.ana, {
      searchFilter: { tiposNota },
      createFileType: formato,
    });
    await sleep(momentOf(prova.semente, n) * GOLPE_MAX_MS);
    await obra.operario.kill();
    if ((await showExportacao(obra.ana, object.id)).estado === "em-andamento") noMeio += 1;
    const struck = performance.now();
    await obra.operario.startAgain();
    const end = await waitForEnd(obra, object.id);
    retomadaMs = Math.max(retomadaMs, Math.round(performance.now() - struck));
    errado.push(...(await findWrongs(obra, { end, formato })));
  }
  return { golpes: prova.golpes, noMeio, retomadaMs, errado };
}

async function waitForEnd({ ana }: Obra, id: string): Promise<Exportada> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(50)) {
    const now = await showExportacao(ana, id);
    if (now.estado !== "pendente" && now.estado !== "em-andamento") return now;
  }
  return await showExportacao(ana, id);
}

type Fim = { end: Exportada; formato: Formato };

async function findWrongs({ road, wire, ana }: Obra, { end, formato }: Fim): Promise<string[]> {
  const limite = EXPORTACAO_MAX[formato];
  if (end.estado !== "concluido") return [`${formato}: it stands at ${end.estado} (${end.mensagem})`];
  const wrong: string[] = [];
  if (end.feitos !== limite || end.total !== limite)
    wrong.push(`${formato}: ${end.feitos} of ${end.total} are done`);
  const bytes = Buffer.from(await (await downloadExportacao(wire, ana, end.id)).arrayBuffer());
  if (bytes.length !== end.tamanho) wrong.push(`${formato}: ${bytes.length} bytes of ${end.tamanho}`);
  const linhas = await countLinhas(bytes, formato);
  if (linhas !== null && linhas !== limite) wrong.push(`${formato}: ${linhas} different documents are in it`);
  const work = await road.asOwner<{ estado: string }>(
    "SELECT estado FROM tarefa WHERE tipo = 'exportacao' AND alvo = $1",
    [end.id],
  );
  if (work.length !== 1) wrong.push(`${formato}: it is the work of ${work.length} tarefas`);
  return wrong;
}

/** Counts the distinct documents of a file; null for a PDF that is complete. */
async function countLinhas(bytes: Buffer, formato: Formato): Promise<number | null> {
  if (formato === "CSV") return new Set(readCsv(bytes).map((row) => row[3])).size - 1;
  if (formato === "XLSX") return new Set((await readXlsx(bytes)).linhas.map(({ D }) => D?.valor)).size - 1;
  return bytes.subarray(-6).toString("latin1") === "%%EOF\n" ? null : 0;
}

/** Returns a number from 0 to below 1, the same for the same seed. */
function momentOf(semente: number, n: number): number {
  return createHash("sha256").update(`${semente} ${n}`).digest().readUInt32LE(0) / 2 ** 32;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
