import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createHouse } from "../src/doors/house.ts";
import { listen } from "../src/doors/listen.ts";
import { createRandom } from "./acaso.ts";
import { createTestContext } from "./context.ts";
import {
  createErpToken,
  listHeld,
  listStored,
  type Programa,
  publishXmls,
  readAndamento,
  runErp,
  translateErp,
} from "./erp.ts";
import { enter, type Wire } from "./wire.ts";

/** Documents waiting at each start of the ERP: three of its pages. */
const NA_FILA = 300;
const SEM_LIMITE = { chamadasMax: 10_000_000, arquivosMax: 10_000_000 };

export type Prova = { golpes: number; semente: number };

/** Kills by phase: while storing a page; after its acknowledgement, before its cursor; between
 * pages. errado: what is wrong at the end. */
export type Balanco = {
  notas: number;
  golpes: number;
  guardando: number;
  antesDoCursor: number;
  entrePaginas: number;
  errado: string[];
};

/** Kills the example ERP (SIGKILL) several times while it pulls, lets it finish, and compares its
 * files with Malote's data. */
export async function strikeErp({ golpes, semente }: Prova): Promise<Balanco> {
  const context = await createTestContext();
  const server = await listen(createHouse(context.ctx, { limitesRest: SEM_LIMITE }), {
    host: "127.0.0.1",
    port: 0,
  });
  const wire: Wire = { ...context, server, dispose: context.dispose };
  const raiz = await fs.mkdtemp(path.join(os.tmpdir(), "malote-erp-"));
  try {
    return await strikeIn({ wire, raiz, golpes, semente });
  } finally {
    await server.stop();
    await context.dispose();
    await fs.rm(raiz, { recursive: true, force: true });
  }
}

type Casa = { wire: Wire; raiz: string };
type Onde = { url: string; token: string; pasta: string };

async function strikeIn({ wire, raiz, golpes, semente }: Casa & Prova): Promise<Balanco> {
  const quem = await enter(wire, { uf: "SP" });
  const { contaId } = quem;
  const programa = await translateErp(raiz);
  const onde = { url: wire.server.url, token: await createErpToken(quem), pasta: path.join(raiz, "notas") };
  const random = createRandom(semente);
  const livro = new Map<string, number>();
  const balanco: Balanco = {
    notas: 0,
    golpes: 0,
    guardando: 0,
    antesDoCursor: 0,
    entrePaginas: 0,
    errado: [],
  };
  let vida = await timeErp(programa, { wire, contaId, onde });
  while (balanco.golpes < golpes) {
    const { publicadas, lidas } = await readAndamento(wire, contaId, onde.pasta);
    await publishXmls(wire, contaId, Math.max(0, NA_FILA - (publicadas - lidas)));
    const depoisMs = vida.pedeMs + random() * (vida.acabaMs - vida.pedeMs);
    const begun = performance.now();
    const { morto, code, erros } = await runErp(programa, onde, { depoisMs });
    if (!morto && code !== 0) throw new Error(`the ERP ended (${code}): ${erros}`);
    if (morto) await countGolpe(balanco, { wire, contaId, onde });
    else vida = shorten(vida, performance.now() - begun);
    await keepLivro(livro, onde.pasta);
  }
  const last = await runErp(programa, onde);
  if (last.code !== 0) balanco.errado.push(`a última vez acabou com ${last.code}: ${last.erros}`);
  await keepLivro(livro, onde.pasta);
  balanco.errado.push(...(await compare(wire, { contaId, onde, livro })));
  balanco.notas = (await readAndamento(wire, contaId, onde.pasta)).publicadas;
  return balanco;
}

/** Times of its first request and of the end of three pages: kills come between. */
type Vida = { pedeMs: number; acabaMs: number };

/** The ERP finished before the kill: the machine is faster now than at the measurement. */
function shorten({ pedeMs }: Vida, inteiraMs: number): Vida {
  return { pedeMs: Math.min(pedeMs, inteiraMs / 2), acabaMs: inteiraMs };
}

async function timeErp(
  programa: Programa,
  { wire, contaId, onde }: { wire: Wire; contaId: string; onde: Onde },
): Promise<Vida> {
  const time = async (): Promise<number> => {
    const started = performance.now();
    const { code, erros } = await runErp(programa, onde);
    if (code !== 0) throw new Error(`the ERP ended (${code}): ${erros}`);
    return performance.now() - started;
  };
  await time();
  const paradaMs = await time();
  await publishXmls(wire, contaId, NA_FILA);
  return { pedeMs: paradaMs * 0.6, acabaMs: Math.max(await time(), paradaMs * 1.5) };
}

async function countGolpe(
  balanco: Balanco,
  { wire, contaId, onde }: { wire: Wire; contaId: string; onde: Onde },
): Promise<void> {
  const { marcadas, lidas } = await readAndamento(wire, contaId, onde.pasta);
  const guardadas = (await listNames(onde.pasta)).length;
  balanco.golpes += 1;
  if (guardadas > marcadas) balanco.guardando += 1;
  else if (marcadas > lidas) balanco.antesDoCursor += 1;
  else balanco.entrePaginas += 1;
}

const listNames = async (pasta: string): Promise<string[]> =>
  (await fs.readdir(pasta)).filter((name) => name.endsWith(".xml"));

/** Records the inode of each processed file: writing a file again gives it another inode. */
async function keepLivro(livro: Map<string, number>, pasta: string): Promise<void> {
  for (const name of await listNames(pasta)) {
    if (livro.has(name)) continue;
    livro.set(name, (await fs.stat(path.join(pasta, name))).ino);
  }
}

async function compare(
  wire: Wire,
  { contaId, onde, livro }: { contaId: string; onde: Onde; livro: ReadonlyMap<string, number> },
): Promise<string[]> {
  const [stored, held] = [await listStored(wire, contaId), await listHeld(onde.pasta)];
  const { publicadas, marcadas, marcas, atos, lidas } = await readAndamento(wire, contaId, onde.pasta);
  const [twice] = await wire.asOwner<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT nota_id FROM feed WHERE conta_id = $1 AND tipo = 'marca' GROUP BY nota_id HAVING count(*) <> 1) d`,
    [contaId],
  );
  const other = [...stored].filter(([name, sha256]) => held.get(name) !== sha256).length;
  const again: string[] = [];
  for (const [name, ino] of livro) {
    if ((await fs.stat(path.join(onde.pasta, name))).ino !== ino) again.push(name);
  }
  const errado: string[] = [];
  const must = (what: string, is: boolean): void => void (is || errado.push(what));
  must(`${other} de ${stored.size} arquivos faltam ou são outros`, other === 0);
  must(`${held.size - stored.size} arquivos a mais`, held.size === stored.size);
  must(`${again.length} notas processadas duas vezes`, again.length === 0);
  must(`${marcadas} de ${publicadas} marcadas`, marcadas === publicadas);
  must(`${marcas} marcas no feed, ${atos} no registro`, marcas === publicadas && atos === publicadas);
  must(`${twice?.n} notas com mais de uma marca`, twice?.n === 0);
  must(`o cursor parou em ${lidas}`, lidas === publicadas);
  return errado;
}
