import { createHash } from "node:crypto";
import { hireOperario, type Operario } from "./matar-golpes.ts";
import { askZip, type Baixada, getZip, makeZip, openAll, showZip } from "./repositorio.ts";
import { fillAcervo } from "./repositorio-acervo.ts";
import { createRoad, type Road } from "./road.ts";
import { enterAs, openWire, type Pessoa, type Wire } from "./wire.ts";

/** Maximum time from a kill until the ZIP is ready. */
const RESUME_MS = 60_000;
/** A kill happens within this multiple of the time that the ZIP takes. */
const ALEM = 1.2;

/** Number of kills, documents per ZIP, and the seed of the kill times. */
export type ProvaRepositorio = { golpes: number; documentos: number; semente: number };

/**
 * The result. noMeio: kills while a ZIP was being made; retomadaMs: longest time from a kill to the
 * ZIP.
 */
export type BalancoRepositorio = { golpes: number; noMeio: number; retomadaMs: number; errado: string[] };

type Obra = { wire: Wire & Road; ana: Pessoa; operario: Operario; inteiro: Buffer; ms: number };

/** Kills the worker once per ZIP; each ZIP must equal the one made without a kill. */
export async function strikeRepositorios(prova: ProvaRepositorio): Promise<BalancoRepositorio> {
  const road = await createRoad();
  const wire = { ...road, ...(await openWire(road)) };
  try {
    const [usuario] = await road.asOwner<{ id: string }>("SELECT id FROM usuario");
    const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const ana = await enterAs(wire, { contaId: road.contaId, usuarioId: usuario?.id ?? "", ...demo });
    await fillAcervo(road, road.contaId, prova.documentos);
    const { inteiro, ms } = await makeInteiro(wire, ana);
    const operario = await hireOperario(road, "");
    try {
      return await strikeAll(prova, { wire, ana, operario, inteiro, ms });
    } finally {
      await operario.stop();
    }
  } finally {
    await wire.dispose();
  }
}

/** The ZIP made without a kill, and how long it takes. */
async function makeInteiro(wire: Wire, ana: Pessoa): Promise<{ inteiro: Buffer; ms: number }> {
  const id = (await askZip(ana)).id ?? "";
  await wire.asOwner("DELETE FROM tarefa WHERE alvo = $1", [id]);
  const started = performance.now();
  await makeZip(wire, ana, { id });
  const ms = performance.now() - started;
  return { inteiro: Buffer.from(await (await getZip(wire, ana, id)).arrayBuffer()), ms };
}

async function strikeAll(prova: ProvaRepositorio, obra: Obra): Promise<BalancoRepositorio> {
  const errado: string[] = [];
  let [retomadaMs, noMeio] = [0, 0];
  for (let n = 0; n < prova.golpes; n += 1) {
    const id = (await askZip(obra.ana)).id ?? "";
    await waitFor(obra, id, (estado) => estado !== "pendente");
    await sleep(momentOf(prova.semente, n) * ALEM * obra.ms);
    await obra.operario.kill();
    if ((await showZip(obra.ana, id)).estado === "em-andamento") noMeio += 1;
    const struck = performance.now();
    await obra.operario.startAgain();
    const end = await waitFor(obra, id, (estado) => estado === "concluido" || estado === "falhou");
    retomadaMs = Math.max(retomadaMs, Math.round(performance.now() - struck));
    errado.push(...(await findWrongs(obra, { end, documentos: prova.documentos })));
  }
  return { golpes: prova.golpes, noMeio, retomadaMs, errado };
}

async function waitFor({ ana }: Obra, id: string, is: (estado: string) => boolean): Promise<Baixada> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(20)) {
    const now = await showZip(ana, id);
    if (is(now.estado)) return now;
  }
  return await showZip(ana, id);
}

type Fim = { end: Baixada; documentos: number };

async function findWrongs({ wire, ana, inteiro }: Obra, { end, documentos }: Fim): Promise<string[]> {
  if (end.estado !== "concluido") return [`it stands at ${end.estado} (${end.mensagem})`];
  const wrong: string[] = [];
  if (end.feitos !== documentos || end.total !== documentos)
    wrong.push(`${end.feitos} of ${end.total} are done`);
  const zip = Buffer.from(await (await getZip(wire, ana, end.id)).arrayBuffer());
  if (!zip.equals(inteiro))
    wrong.push(`it is not the ZIP it would have been: ${(await openAll(zip)).size} files`);
  const work = await wire.asOwner("SELECT FROM tarefa WHERE tipo = 'repositorio' AND alvo = $1", [end.id]);
  if (work.length !== 1) wrong.push(`it is the work of ${work.length} tarefas`);
  return wrong;
}

/** Returns a number from 0 to below 1, the same for the same seed. */
function momentOf(semente: number, n: number): number {
  return createHash("sha256").update(`${semente} ${n}`).digest().readUInt32LE(0) / 2 ** 32;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
