import { createHash } from "node:crypto";
import { send } from "./importacao.ts";
import { hireOperario, type Operario } from "./matar-golpes.ts";
import { createRoad, type Road } from "./road.ts";
import { enterAs, openWire, type Pessoa, type Wire } from "./wire.ts";
import { zipOf } from "./zip.ts";

/** Maximum times from a kill until work resumes, and until a file is read to its end. */
const RESUME_MS = 60_000;
const END_MS = 300_000;
/**
 * A kill happens at most this long after the upload or after one of the commits: while a file is
 * opened, read or finished.
 */
const GOLPE_MAX_MS = 1_500;
/** Number of commits before a kill, in turn; 0 = right after the upload. */
const COMMITS = 3;
/** Share of a file's documents that are inside a nested package. */
const DENTRO = 0.4;

/** Number of kills, documents per file, and the seed of the kill times. */
export type ProvaImportacao = { golpes: number; documentosPorArquivo: number; semente: number };

/**
 * The result. retomadaMs: longest time from a kill until work resumed; noMeio: kills while a file
 * was being read.
 */
export type BalancoImportacao = {
  documentos: number;
  golpes: number;
  noMeio: number;
  retomadaMs: number;
  errado: string[];
};

type Obra = { road: Road; wire: Wire; ana: Pessoa; operario: Operario };

/** Kills the worker once per imported file, then compares the database with what was sent. */
export async function strikeImportacoes(prova: ProvaImportacao): Promise<BalancoImportacao> {
  const road = await createRoad();
  const wire = await openWire(road);
  const operario = await hireOperario(road, "");
  try {
    const [usuario] = await road.asOwner<{ id: string }>("SELECT id FROM usuario");
    const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const ana = await enterAs(wire, { contaId: road.contaId, usuarioId: usuario?.id ?? "", ...demo });
    return await strikeAll(prova, { road, wire, ana, operario });
  } finally {
    await operario.stop();
    await wire.dispose();
  }
}

async function strikeAll(prova: ProvaImportacao, obra: Obra): Promise<BalancoImportacao> {
  const sent: string[] = [];
  let [retomadaMs, noMeio] = [0, 0];
  for (let n = 0; n < prova.golpes; n += 1) {
    // Postpone validation: other tests cover it, and it takes time.
    await obra.road.asOwner(
      "UPDATE tarefa SET vence_em = now() + interval '1 day' WHERE tipo = 'validate' AND estado = 'pendente'",
    );
    const { chaves, zip } = await packNotas(obra.road, prova.documentosPorArquivo);
    sent.push(...chaves);
    const { object } = await send(obra.wire, obra.ana, { bytes: zip });
    const { id } = object as { id: string };
    await waitForCommits(obra.road, id, n % COMMITS);
    await sleep(momentOf(prova.semente, n) * GOLPE_MAX_MS);
    await obra.operario.kill();
    const before = await look(obra.road, id);
    if (before.estado === "em-andamento") noMeio += 1;
    const struck = performance.now();
    await obra.operario.startAgain();
    await waitFor(RESUME_MS, async () => {
      const now = await look(obra.road, id);
      return now.lidos > before.lidos || now.estado === "concluido";
    });
    retomadaMs = Math.max(retomadaMs, Math.round(performance.now() - struck));
    await waitFor(END_MS, async () => (await look(obra.road, id)).estado === "concluido");
  }
  const errado = await findWrongs(obra.road, sent);
  if (retomadaMs >= RESUME_MS) errado.push(`after a blow nothing was done for ${retomadaMs} ms`);
  return { documentos: sent.length, golpes: prova.golpes, noMeio, retomadaMs, errado };
}

/** A ZIP of new notas, part of them in a nested ZIP, plus one file that is not a nota. */
async function packNotas({ sandbox }: Road, quantas: number): Promise<{ chaves: string[]; zip: Buffer }> {
  const notas = Array.from({ length: quantas }, () => sandbox.palco.emitNota());
  const files = notas.map(({ chaveAcesso, procXml }) => ({
    nome: `${chaveAcesso}.xml`,
    bytes: Buffer.from(procXml),
  }));
  const cut = Math.round(quantas * DENTRO);
  const inner = { nome: "dentro.zip", bytes: await zipOf(files.slice(0, cut)) };
  const broken = { nome: "ruim.xml", bytes: Buffer.from(`<nfeProc>${quantas}`) };
  const zip = await zipOf([...files.slice(cut, -5), inner, broken, ...files.slice(-5)]);
  return { chaves: notas.map(({ chaveAcesso }) => chaveAcesso), zip };
}

async function look({ asOwner }: Road, id: string): Promise<{ estado: string; lidos: number }> {
  const [row] = await asOwner<{ estado: string; lidos: number }>(
    "SELECT estado, (SELECT count(*)::int FROM anexo WHERE email_id = $1) AS lidos FROM importacao WHERE id = $1",
    [id],
  );
  return row ?? { estado: "nada", lidos: 0 };
}

/** Waits until the given number of commits added parts of the file, or until it was read to its end. */
async function waitForCommits(road: Road, id: string, quantos: number): Promise<void> {
  let [commits, lidos] = [0, 0];
  await waitFor(END_MS, async () => {
    const now = await look(road, id);
    if (now.lidos > lidos) commits += 1;
    lidos = now.lidos;
    return commits >= quantos || now.estado === "concluido";
  });
}

/** Invariants after any number of kills, each with the message for its violation. */
const WRONGS: readonly { what: string; sql: string }[] = [
  {
    what: "a file was not read to its end, or not well",
    sql: "SELECT FROM importacao WHERE estado <> 'concluido' OR falha IS NOT NULL",
  },
  {
    what: "a file's counts are not those of its ledger",
    sql: `SELECT FROM importacao i WHERE total <> documentos + duplicados + outros + erros
      OR documentos <> (SELECT count(*) FROM anexo a WHERE a.email_id = i.id AND a.destino = 'nota')
      OR duplicados + erros + outros <> 1 OR i.total <> (SELECT count(*) FROM anexo a WHERE a.email_id = i.id AND a.destino <> 'pacote')`,
  },
  { what: "a part stands twice", sql: "SELECT FROM anexo GROUP BY email_id, caminho HAVING count(*) > 1" },
  {
    what: "a document is called a copy although it was the first",
    sql: "SELECT FROM anexo WHERE motivo = 'mesmo-arquivo'",
  },
  { what: "a document stands twice", sql: "SELECT FROM nota GROUP BY chave, papel HAVING count(*) > 1" },
  {
    what: "a document's bytes are missing or doubled",
    sql: "SELECT FROM documento d WHERE (SELECT count(*) FROM documento_xml x WHERE x.documento_id = d.id) <> 1",
  },
  {
    what: "the feed has a gap",
    sql: "SELECT FROM feed GROUP BY conta_id HAVING count(*) <> max(sequencia) OR min(sequencia) <> 1",
  },
  {
    what: "a nota entered the feed other than once",
    sql: "SELECT FROM feed WHERE tipo = 'nota' GROUP BY nota_id HAVING count(*) <> 1",
  },
  {
    what: "nobody is to ask SEFAZ about a document",
    sql: "SELECT FROM nota n WHERE NOT EXISTS (SELECT FROM tarefa t WHERE t.tipo = 'validate' AND t.alvo = n.chave)",
  },
  {
    what: "the totals are not those of the notas",
    sql: `SELECT 1 WHERE (SELECT coalesce(sum(quantidade), 0) FROM rollup_dia) <> (SELECT count(*) FROM nota)
            OR (SELECT coalesce(sum(valor), 0) FROM rollup_dia) <> (SELECT coalesce(sum(valor_total), 0) FROM nota)`,
  },
];

async function findWrongs(road: Road, sent: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    WRONGS.map(async ({ what, sql }) => ({ what, rows: (await road.asOwner(sql)).length })),
  );
  const wrongs = found.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${what} (${rows})`);
  const have = new Set((await road.notas()).map(({ chave }) => chave));
  const lost = sent.filter((chave) => !have.has(chave));
  if (lost.length > 0) wrongs.push(`documents were lost (${lost.length})`);
  if (have.size !== sent.length) wrongs.push(`${have.size} documents stand of ${sent.length} sent`);
  return wrongs;
}

/** Returns a number from 0 to below 1, the same for the same seed. */
function momentOf(semente: number, n: number): number {
  return createHash("sha256").update(`${semente} ${n}`).digest().readUInt32LE(0) / 2 ** 32;
}

async function waitFor(ms: number, done: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(50)) if (await done()) return;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
