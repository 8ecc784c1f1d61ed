import { isMethodName, METHODS, type MethodName } from "@malote/contract";
import type { TestContext } from "./context.ts";
import { ARQUIVO_CHAMADAS, type Arquivo, CHAMADAS, OUTRAS } from "./replay-chamadas.ts";
import { type Chaves, type Ids, inventIds, openSessao } from "./replay-mundo.ts";
import type { Wire } from "./wire.ts";

/** The caller, its server, and the ids that it names. */
export type Quem = {
  wire: Wire;
  contaId: string;
  usuarioId: string;
  ids: Ids;
  /** Words specific to this caller, replaced when answers are compared with the twin's. */
  proprias: readonly string[];
};

/** One call of a replay. temIds: its params depend on the ids; isLeitura: it changes nothing. */
type Passo = {
  nome: string;
  temIds: boolean;
  isLeitura: boolean;
  send(quem: Quem, chaves: Chaves): Promise<Response>;
};

/** One answer, and the same text without values that always differ: ids, instants, tokens. */
type Resposta = { passo: Passo; texto: string; comparavel: string };

/** Every method of the contract with each of its params, and every file route. */
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
        send: (quem, { token }) =>
          sendCall(quem, { method: name, params: params(quem.ids), authToken: token }),
      }),
    ),
    ...Object.entries(ARQUIVO_CHAMADAS).flatMap(([nome, ask]) => listArquivos(nome, ask)),
  ];
}

const COOKIE = "malote-arquivo";

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

/**
 * Each route with the session token; GET routes again with the file cookie, the other way to
 * authenticate.
 */
function listArquivos(nome: string, ask: (i: Ids) => Arquivo[]): Passo[] {
  return ask(SOME[0]).flatMap(({ form }, n) => {
    const send = async ({ wire, ids }: Quem, headers: Record<string, string>): Promise<Response> => {
      const asked = ask(ids)[n];
      const body = asked?.form?.() ?? null;
      const method = body === null ? "GET" : "POST";
      return await fetch(`${wire.server.url}/Services/${asked?.path}`, {
        ...{ method, body },
        headers: { accept: "*/*", ...headers },
      });
    };
    const passo = {
      temIds: readsIds((i) => ask(i)[n]?.path),
      isLeitura: form === undefined && !/Publico|captcha/.test(nome),
    };
    const porToken: Passo = {
      ...{ ...passo, nome: `/${nome} ${n}` },
      send: (quem, { token }) => send(quem, { authorization: `Bearer ${token}` }),
    };
    const porCookie: Passo = {
      ...{ ...passo, nome: `/${nome} ${n} com cookie` },
      send: (quem, { arquivo }) => send(quem, { cookie: `${COOKIE}=${arquivo}` }),
    };
    return form === undefined ? [porToken, porCookie] : [porToken];
  });
}

/**
 * Plays steps as two callers who differ only in the ids they name. Both play each step, reads in
 * parallel, each time with a new session and a reset throttle (openSessao).
 */
export async function playTwins(
  t: TestContext,
  twins: readonly [Quem, Quem],
  passos: readonly Passo[] = listPassos(),
): Promise<[Resposta[], Resposta[]]> {
  const said: [Resposta[], Resposta[]] = [[], []];
  for (const passo of passos) {
    const one = async (n: 0 | 1): Promise<void> => {
      said[n].push(await playPasso(twins[n], passo, await openSessao(t, twins[n])));
    };
    if (passo.isLeitura) await Promise.all([one(0), one(1)]);
    else for (const n of [0, 1] as const) await one(n);
  }
  return said;
}

/** Plays steps as one caller. */
export async function play(t: TestContext, quem: Quem, passos: readonly Passo[]): Promise<Resposta[]> {
  const said: Resposta[] = [];
  for (const passo of passos) said.push(await playPasso(quem, passo, await openSessao(t, quem)));
  return said;
}

async function playPasso(quem: Quem, passo: Passo, chaves: Chaves): Promise<Resposta> {
  const response = await passo.send(quem, chaves);
  const body = Buffer.from(await response.arrayBuffer()).toString("utf8");
  const head = ["content-type", "content-disposition"].map((name) => response.headers.get(name));
  const texto = `${response.status} ${JSON.stringify(head)} ${body}`;
  return { passo, texto, comparavel: `${passo.nome}: ${toComparavel(texto, quem)}` };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HORA = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
const BYTES = /\\\\x[0-9a-f]+|\b[0-9a-f]{64}\b/g;
const TOKEN = /(mal_)?[A-Za-z0-9_-]{43,}|mal_(?:live_|test_)?[\w-]{4}…[\w-]{4}/g;

/** The user handle of passkeys is the user's id in base64url. */
const handleOf = (usuarioId: string): string =>
  Buffer.from(usuarioId.replaceAll("-", ""), "hex").toString("base64url");

function toComparavel(texto: string, { ids, proprias, usuarioId }: Quem): string {
  let same = texto.replaceAll(handleOf(usuarioId), "<user handle>");
  for (const [nome, value] of Object.entries(ids)) same = same.replaceAll(String(value), `<${nome}>`);
  for (const [n, word] of proprias.entries()) same = same.replaceAll(word, `<nosso ${n}>`);
  return same.replace(UUID, "<id>").replace(HORA, "<hora>").replace(TOKEN, "<token>");
}

/** Names of the steps that ended in an internal error. */
export function listBugs(said: readonly Resposta[]): string[] {
  return said.filter(({ texto }) => texto.includes('"code":-32603')).map(({ passo }) => passo.nome);
}

/** Names of the steps whose answers contain the mark of another owner. */
export function listVazamentos(said: readonly Resposta[], canario: string): string[] {
  return said.filter(({ texto }) => texto.includes(canario)).map(({ passo }) => passo.nome);
}

/** Every row of a conta as JSON, by table. */
export async function readLinhas(t: TestContext, contaId: string): Promise<Map<string, string[]>> {
  const tables = await t.asOwner<{ nome: string }>(
    `SELECT c.relname AS nome FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'conta_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const arms = tables.map(
    ({ nome }) =>
      `SELECT '${nome}' AS nome, to_jsonb(t)::text AS linha FROM "${nome}" t WHERE conta_id = $1::uuid`,
  );
  arms.push("SELECT 'conta', to_jsonb(t)::text FROM conta t WHERE id = $1::uuid");
  const rows = await t.asOwner<{ nome: string; linha: string }>(`${arms.join(" UNION ALL ")} ORDER BY 1, 2`, [
    contaId,
  ]);
  const found = new Map<string, string[]>(tables.map(({ nome }) => [nome, []]));
  for (const { nome, linha } of rows) found.set(nome, [...(found.get(nome) ?? []), linha]);
  return found;
}

type Linhas = Awaited<ReturnType<typeof readLinhas>>;

/** Rows that exist only afterwards, by table, without values that always differ. */
export function listNovas(before: Linhas, after: Linhas, quem: Quem): Record<string, string[]> {
  const novas = [...after].map(([tabela, linhas]): [string, string[]] => {
    const known = new Set(before.get(tabela));
    const rows = linhas.filter((linha) => !known.has(linha));
    return [tabela, rows.map((linha) => toComparavel(linha.replace(BYTES, "<bytes>"), quem)).toSorted()];
  });
  return Object.fromEntries(novas.filter(([, linhas]) => linhas.length > 0));
}
