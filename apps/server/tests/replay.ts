import { isMethodName, METHODS, type MethodName } from "@malote/contract";
import type { TestContext } from "./context.ts";
import { ARQUIVO_CHAMADAS, type Arquivo, CHAMADAS, OUTRAS } from "./replay-chamadas.ts";
import { type Ids, inventIds, openSessao } from "./replay-mundo.ts";
import type { Wire } from "./wire.ts";

/** Who calls, where, and what there is that they may name; what of it is their own is told apart from nothing. */
export type Quem = {
  wire: Wire;
  contaId: string;
  usuarioId: string;
  ids: Ids;
  /** Words that are this caller's own, and stand for the same in the twin's answers. */
  proprias: readonly string[];
};

/** One call of a replay. temIds: what it asks depends on what is named; isLeitura: it changes nothing. */
type Passo = {
  nome: string;
  temIds: boolean;
  isLeitura: boolean;
  send(quem: Quem, token: string): Promise<Response>;
};

/** One answer, and the same without what may differ of itself: ids, hours, tokens. */
type Resposta = { passo: Passo; texto: string; comparavel: string };

/** Every method of the contract, asked in every way that the table has, and every address of files. */
export function listPassos(): Passo[] {
  const methods = Object.keys(METHODS).filter(isMethodName);
  const ways = methods.flatMap((name): [MethodName, (i: Ids) => unknown, number][] => {
    const outras = OUTRAS.filter(([other]) => other === name).map(([, params]) => params);
    return [CHAMADAS[name], ...outras].map((params, n) => [name, params as (i: Ids) => unknown, n]);
  });
  return [
    ...ways.map(
      ([name, params, n]): Passo => ({
        nome: `${name} ${n}`,
        temIds: readsIds(params),
        isLeitura: METHODS[name].readOnly,
        send: (quem, token) => sendCall(quem, { method: name, params: params(quem.ids), authToken: token }),
      }),
    ),
    ...Object.entries(ARQUIVO_CHAMADAS).flatMap(([nome, ask]) => listArquivos(nome, ask)),
  ];
}

const SOME = [inventIds(), inventIds()] as const;

function readsIds(ask: (i: Ids) => unknown): boolean {
  return JSON.stringify(ask(SOME[0])) !== JSON.stringify(ask(SOME[1]));
}

async function sendCall({ wire }: Quem, call: object): Promise<Response> {
  return await fetch(`${wire.server.url}/Services/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: 1, ...call }),
  });
}

function listArquivos(nome: string, ask: (i: Ids) => Arquivo[]): Passo[] {
  return ask(SOME[0]).map(({ form }, n) => ({
    nome: `/${nome} ${n}`,
    temIds: readsIds((i) => ask(i)[n]?.path),
    isLeitura: form === undefined && !/Publico|captcha/.test(nome),
    send: async ({ wire, ids }, token) => {
      const asked = ask(ids)[n];
      const headers = { authorization: `Bearer ${token}`, accept: "*/*" };
      const body = asked?.form?.() ?? null;
      const method = body === null ? "GET" : "POST";
      return await fetch(`${wire.server.url}/Services/${asked?.path}`, { method, headers, body });
    },
  }));
}

/**
 * Plays steps as two callers who are alike in everything but in what they name: each step by one and then by the other, each time with a
 * session of its own, nobody braked (openSessao).
 */
export async function playTwins(
  t: TestContext,
  twins: readonly [Quem, Quem],
  passos: readonly Passo[] = listPassos(),
): Promise<[Resposta[], Resposta[]]> {
  const said: [Resposta[], Resposta[]] = [[], []];
  for (const passo of passos) {
    for (const n of [0, 1] as const) {
      said[n].push(await playPasso(t, twins[n], passo));
    }
  }
  return said;
}

async function playPasso(t: TestContext, quem: Quem, passo: Passo): Promise<Resposta> {
  const response = await passo.send(quem, await openSessao(t, quem));
  const body = Buffer.from(await response.arrayBuffer()).toString("utf8");
  const head = ["content-type", "content-disposition"].map((name) => response.headers.get(name));
  const texto = `${response.status} ${JSON.stringify(head)} ${body}`;
  return { passo, texto, comparavel: `${passo.nome}: ${toComparavel(texto, quem)}` };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HORA = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const TOKEN = /(mal_)?[A-Za-z0-9_-]{43,}|mal_[\w-]{4}…[\w-]{4}/g;

function toComparavel(texto: string, { ids, proprias }: Quem): string {
  let same = texto;
  for (const [nome, value] of Object.entries(ids)) same = same.replaceAll(String(value), `<${nome}>`);
  for (const [n, word] of proprias.entries()) same = same.replaceAll(word, `<nosso ${n}>`);
  return same.replace(UUID, "<id>").replace(HORA, "<hora>").replace(TOKEN, "<token>");
}

/** The names of those answers that are a bug's. */
export function listBugs(said: readonly Resposta[]): string[] {
  return said.filter(({ texto }) => texto.includes('"code":-32603')).map(({ passo }) => passo.nome);
}

/** The names of those answers in which somebody's words stand. */
export function listVazamentos(said: readonly Resposta[], canario: string): string[] {
  return said.filter(({ texto }) => texto.includes(canario)).map(({ passo }) => passo.nome);
}

/** Every row of a conta, as text, by table: what nobody else may change. */
export async function readLinhas(t: TestContext, contaId: string): Promise<Map<string, string[]>> {
  const tables = await t.asOwner<{ nome: string }>(
    `SELECT c.relname AS nome FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'conta_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const found = new Map<string, string[]>();
  for (const { nome } of tables) {
    const rows = await t.asOwner<{ linha: string }>(
      `SELECT t::text AS linha FROM "${nome}" t WHERE conta_id = $1 ORDER BY 1`,
      [contaId],
    );
    found.set(
      nome,
      rows.map(({ linha }) => linha),
    );
  }
  found.set("conta", [JSON.stringify(await t.asOwner("SELECT * FROM conta WHERE id = $1", [contaId]))]);
  return found;
}
