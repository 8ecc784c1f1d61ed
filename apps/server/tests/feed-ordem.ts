import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { type Database, openDatabase } from "../src/db/index.ts";
import { createHouse } from "../src/doors/house.ts";
import { listen } from "../src/doors/listen.ts";
import { type PaginaFeed, readMudancas, readNotas } from "../src/services/feed/read-feed.ts";
import { createTestContext } from "./context.ts";
import { type Escrita, writeNotas } from "./feed-escritores.ts";
import { rest } from "./rest.ts";
import { enter, type Pessoa, type Wire } from "./wire.ts";

/** The load that {@link writeNotas} writes into a conta of its own. */
export type Prova = Omit<Escrita, "contaId">;

/** Notas that one reader missed, read twice, or read out of order. */
export type Leitura = {
  nome: string;
  paginas: number;
  perdidas: number;
  dobradas: number;
  foraDeOrdem: number;
};

/** trocadas: neighbours in the feed written in the other order; ingenuoPerderia: notas that a
 * reader by last seen id would miss; errado: empty when nothing is wrong. */
export type Balanco = {
  notas: number;
  desistidas: number;
  trocadas: number;
  ingenuoPerderia: number;
  leituras: Leitura[];
  errado: string[];
};

/** Pause of a reader that has read everything so far. */
const OLHADA_MS = 30;
const SEM_LIMITE = { chamadasMax: 10_000_000, arquivosMax: 10_000_000 };

type Visto = { sequencia: number; id: string };
type Leitor = { nome: string; next(): Promise<{ vistos: Visto[]; hasMore: boolean }> };

/** Runs writers and readers together, each reader from the beginning with its own cursor, until
 * everything is written and read. */
export async function proveOrdem(prova: Prova): Promise<Balanco> {
  const context = await createTestContext();
  // The writers stand for other processes, so they have their own connections.
  const [pool, house] = [
    await openDatabase(context.config, {
      log: pino({ level: "silent" }),
      poolMax: prova.escritores,
    }),
    createHouse(context.ctx, { limitesRest: SEM_LIMITE }),
  ];
  const server = await listen(house, { host: "127.0.0.1", port: 0 });
  const wire: Wire = { ...context, server, dispose: context.dispose };
  try {
    return await proveOn(prova, wire, pool);
  } finally {
    await server.stop();
    await pool.close();
    await context.dispose();
  }
}

async function proveOn(prova: Prova, wire: Wire, pool: Database): Promise<Balanco> {
  const quem = await enter(wire, { uf: "SP" });
  const { contaId } = quem;
  let isWritten = false;
  const leitores = listLeitores(wire, quem);
  const ingenuo = createIngenuo(wire, contaId);
  const reading = [...leitores, ingenuo].map((leitor) => follow(leitor, () => isWritten));
  const writing = writeNotas(wire, pool, { ...prova, contaId }).finally(() => {
    isWritten = true;
  });
  // Each one ends before the server is closed, even if another fails.
  await Promise.allSettled([writing, ...reading]);
  const [desistidas, lidos] = [await writing, await Promise.all(reading)];
  const feed = await wire.asOwner<Visto & { tipo: string }>(
    "SELECT sequencia::int AS sequencia, nota_id AS id, tipo FROM feed WHERE conta_id = $1 ORDER BY sequencia",
    [contaId],
  );
  const all = lidos.map((lido, n) => judge(lido, { nome: leitores[n]?.nome ?? ingenuo.nome, feed }));
  const leituras = all.slice(0, leitores.length);
  const trocadas = feed.filter(({ id }, n) => id < (feed[n - 1]?.id ?? "")).length;
  const ingenuoPerderia = all.at(-1)?.perdidas ?? 0;
  const errado = [...(await findWrongs(wire, { contaId, prova, feed })), ...leituras.flatMap(listWrongs)];
  return { notas: feed.length, desistidas, trocadas, ingenuoPerderia, leituras, errado };
}

/** Four readers by cursor: two through the service, two through HTTP, with different page sizes. */
function listLeitores(wire: Wire, quem: Pessoa): Leitor[] {
  const ctx = { database: wire.ctx.database, caller: { contaId: quem.contaId, contaUf: "SP" } };
  return [
    byService("readNotas", (depois) => readNotas(ctx, { depois, limite: 200 })),
    byService("readMudancas", (depois) => readMudancas(ctx, { depois, limite: 7 })),
    byHttp("GET /notas", { wire, quem, query: "limit=200" }),
    byHttp("GET /notas com XML", { wire, quem, query: "limit=13&incluir=xml" }),
  ];
}

type Linha = { sequencia: number; id: string };

function byService(nome: string, read: (depois: number) => Promise<PaginaFeed<Linha | MudancaLida>>): Leitor {
  let depois = 0;
  return {
    nome,
    next: async () => {
      const { itens, proxima, hasMore } = await read(depois);
      depois = proxima;
      return { vistos: itens.map(toVisto), hasMore };
    },
  };
}

type MudancaLida = { sequencia: number; notaId: string };

function toVisto(item: Linha | MudancaLida): Visto {
  return { sequencia: item.sequencia, id: "notaId" in item ? item.notaId : item.id };
}

function byHttp(nome: string, { wire, quem, query }: { wire: Wire; quem: Pessoa; query: string }): Leitor {
  let cursor = "0";
  return {
    nome,
    next: async () => {
      const { status, body } = await rest(wire, quem, `GET /notas?${query}&cursor=${cursor}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      cursor = body.page.next;
      return { vistos: body.itens.map(toVisto), hasMore: body.page.hasMore };
    },
  };
}

/** A reader by id among committed rows, in order of writing: the mistake that the cursor avoids. */
function createIngenuo({ asOwner }: Wire, contaId: string): Leitor {
  let last = "00000000-0000-0000-0000-000000000000";
  return {
    nome: "por id",
    next: async () => {
      const rows = await asOwner<{ id: string }>(
        "SELECT id FROM nota WHERE conta_id = $1 AND id > $2 ORDER BY id LIMIT 200",
        [contaId, last],
      );
      last = rows.at(-1)?.id ?? last;
      return { vistos: rows.map(({ id }) => ({ sequencia: 0, id })), hasMore: rows.length > 0 };
    },
  };
}

async function follow(
  leitor: Leitor,
  isWritten: () => boolean,
): Promise<{ vistos: Visto[]; paginas: number }> {
  const vistos: Visto[] = [];
  for (let paginas = 1; ; paginas += 1) {
    // Read before the page: items written between both still have to be read.
    const isLast = isWritten();
    const page = await leitor.next();
    vistos.push(...page.vistos);
    if (isLast && !page.hasMore) return { vistos, paginas };
    if (!page.hasMore) await sleep(OLHADA_MS);
  }
}

function judge(
  { vistos, paginas }: { vistos: readonly Visto[]; paginas: number },
  { nome, feed }: { nome: string; feed: readonly Visto[] },
): Leitura {
  const distinct = new Set(vistos.map(({ id }) => id));
  return {
    nome,
    paginas,
    perdidas: feed.filter(({ id }) => !distinct.has(id)).length,
    dobradas: vistos.length - distinct.size,
    foraDeOrdem: vistos.filter(({ sequencia }, n) => n > 0 && sequencia <= (vistos[n - 1]?.sequencia ?? 0))
      .length,
  };
}

function listWrongs({ nome, perdidas, dobradas, foraDeOrdem }: Leitura): string[] {
  const wrong = perdidas + dobradas + foraDeOrdem > 0;
  return wrong ? [`${nome}: ${perdidas} perdidas, ${dobradas} dobradas, ${foraDeOrdem} fora de ordem`] : [];
}

/** Checks the database: one feed row for each nota, without gaps, and matching totals. */
async function findWrongs(
  { asOwner }: Wire,
  { contaId, prova, feed }: { contaId: string; prova: Prova; feed: readonly (Visto & { tipo: string })[] },
): Promise<string[]> {
  const [stand] = await asOwner<{ notas: number; contadas: number; emails: number }>(
    `SELECT (SELECT count(*)::int FROM nota WHERE conta_id = $1) AS notas,
       (SELECT sum(quantidade)::int FROM rollup_dia WHERE conta_id = $1) AS contadas,
       (SELECT count(*)::int FROM email WHERE conta_id = $1 AND estado <> 'lido') AS emails`,
    [contaId],
  );
  const errado: string[] = [];
  const must = (what: string, is: boolean): void => void (is || errado.push(what));
  must(`${stand?.notas} notas`, stand?.notas === prova.notas);
  must(`${stand?.contadas} notas nos totais`, stand?.contadas === prova.notas);
  must(`${stand?.emails} e-mails não terminados`, stand?.emails === 0);
  must(
    `o feed tem ${feed.length} linhas`,
    feed.length === prova.notas && feed.every(({ tipo }) => tipo === "nota"),
  );
  must(
    "o feed tem lacunas",
    feed.every(({ sequencia }, n) => sequencia === n + 1),
  );
  must("uma nota está duas vezes no feed", new Set(feed.map(({ id }) => id)).size === feed.length);
  return errado;
}
