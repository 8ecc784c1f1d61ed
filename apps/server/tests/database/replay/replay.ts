import { isMethodName, METHODS, type MethodName } from "@malote/contract";
import type { TestContext } from "../../setup/context.ts";
import type { Wire } from "../../setup/wire.ts";
import { FILE_CALLS, type FileCall, FURTHER_CALLS, REPLAY_CALLS } from "./replay-calls.ts";
import { inventIds, openSession, type SessionTokens } from "./replay-conta.ts";
import type { EntityIds } from "./replay-rows.ts";

/** The caller, its server, and the ids that it names. */
export type ReplayCaller = {
  wire: Wire;
  contaId: string;
  usuarioId: string;
  ids: EntityIds;
  /** Words specific to this caller, replaced when answers are compared with the twin's. */
  ownWords: readonly string[];
};

/** One call of a replay. usesIds: its params depend on the ids; isReadOnly: it changes nothing. */
type ReplayStep = {
  nome: string;
  usesIds: boolean;
  isReadOnly: boolean;
  send(caller: ReplayCaller, tokens: SessionTokens): Promise<Response>;
};

/** One answer, and the same text without values that always differ: ids, instants, tokens. */
type StepAnswer = { step: ReplayStep; text: string; comparable: string };

/** Every method of the contract with each of its params, and every file route. */
export function listSteps(): ReplayStep[] {
  const methods = Object.keys(METHODS).filter(isMethodName);
  const ways = methods.flatMap((name): [MethodName, (i: EntityIds) => unknown, number][] => {
    const further = FURTHER_CALLS.filter(([other]) => other === name).map(([, params]) => params);
    return [REPLAY_CALLS[name], ...further].map((params, n) => [
      name,
      params as (i: EntityIds) => unknown,
      n,
    ]);
  });
  return [
    ...ways.map(
      ([name, params, n]): ReplayStep => ({
        nome: `${name} ${n}`,
        usesIds: readsIds(params),
        isReadOnly: METHODS[name].readOnly,
        send: (caller, { token }) =>
          sendCall(caller, { method: name, params: params(caller.ids), authToken: token }),
      }),
    ),
    ...Object.entries(FILE_CALLS).flatMap(([nome, ask]) => listFileSteps(nome, ask)),
  ];
}

const COOKIE = "malote-arquivo";

const SOME = [inventIds(), inventIds()] as const;

function readsIds(ask: (i: EntityIds) => unknown): boolean {
  return JSON.stringify(ask(SOME[0])) !== JSON.stringify(ask(SOME[1]));
}

async function sendCall({ wire }: ReplayCaller, call: object): Promise<Response> {
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
function listFileSteps(nome: string, ask: (i: EntityIds) => FileCall[]): ReplayStep[] {
  return ask(SOME[0]).flatMap(({ form }, n) => {
    const send = async ({ wire, ids }: ReplayCaller, headers: Record<string, string>): Promise<Response> => {
      const asked = ask(ids)[n];
      const body = asked?.form?.() ?? null;
      const method = body === null ? "GET" : "POST";
      return await fetch(`${wire.server.url}/Services/${asked?.path}`, {
        ...{ method, body },
        headers: { accept: "*/*", ...headers },
      });
    };
    const step = {
      usesIds: readsIds((i) => ask(i)[n]?.path),
      isReadOnly: form === undefined && !/Publico|captcha/.test(nome),
    };
    const byToken: ReplayStep = {
      ...{ ...step, nome: `/${nome} ${n}` },
      send: (caller, { token }) => send(caller, { authorization: `Bearer ${token}` }),
    };
    const byCookie: ReplayStep = {
      ...{ ...step, nome: `/${nome} ${n} com cookie` },
      send: (caller, { fileToken: arquivo }) => send(caller, { cookie: `${COOKIE}=${arquivo}` }),
    };
    return form === undefined ? [byToken, byCookie] : [byToken];
  });
}

/**
 * Plays steps as two callers who differ only in the ids they name. Both play each step, reads in
 * parallel, each time with a new session and a reset throttle (openSession).
 */
export async function playTwins(
  t: TestContext,
  twins: readonly [ReplayCaller, ReplayCaller],
  steps: readonly ReplayStep[] = listSteps(),
): Promise<[StepAnswer[], StepAnswer[]]> {
  const said: [StepAnswer[], StepAnswer[]] = [[], []];
  for (const step of steps) {
    const one = async (n: 0 | 1): Promise<void> => {
      said[n].push(await playStep(twins[n], step, await openSession(t, twins[n])));
    };
    if (step.isReadOnly) await Promise.all([one(0), one(1)]);
    else for (const n of [0, 1] as const) await one(n);
  }
  return said;
}

/** Plays steps as one caller. */
export async function play(
  t: TestContext,
  caller: ReplayCaller,
  steps: readonly ReplayStep[],
): Promise<StepAnswer[]> {
  const said: StepAnswer[] = [];
  for (const step of steps) said.push(await playStep(caller, step, await openSession(t, caller)));
  return said;
}

async function playStep(caller: ReplayCaller, step: ReplayStep, tokens: SessionTokens): Promise<StepAnswer> {
  const response = await step.send(caller, tokens);
  const body = Buffer.from(await response.arrayBuffer()).toString("utf8");
  const head = ["content-type", "content-disposition"].map((name) => response.headers.get(name));
  const text = `${response.status} ${JSON.stringify(head)} ${body}`;
  return { step, text, comparable: `${step.nome}: ${toComparable(text, caller)}` };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
const BYTES = /\\\\x[0-9a-f]+|\b[0-9a-f]{64}\b/g;
const TOKEN = /(mal_)?[A-Za-z0-9_-]{43,}|mal_(?:live_|test_)?[\w-]{4}…[\w-]{4}/g;

/** The user handle of passkeys is the user's id in base64url. */
const handleOf = (usuarioId: string): string =>
  Buffer.from(usuarioId.replaceAll("-", ""), "hex").toString("base64url");

function toComparable(text: string, { ids, ownWords, usuarioId }: ReplayCaller): string {
  let same = text.replaceAll(handleOf(usuarioId), "<user handle>");
  for (const [nome, value] of Object.entries(ids)) same = same.replaceAll(String(value), `<${nome}>`);
  for (const [n, word] of ownWords.entries()) same = same.replaceAll(word, `<nosso ${n}>`);
  return same.replace(UUID, "<id>").replace(INSTANT, "<hora>").replace(TOKEN, "<token>");
}

/** Names of the steps that ended in an internal error. */
export function listBugs(said: readonly StepAnswer[]): string[] {
  return said.filter(({ text }) => text.includes('"code":-32603')).map(({ step }) => step.nome);
}

/** Names of the steps whose answers contain the mark of another owner. */
export function listLeaks(said: readonly StepAnswer[], canary: string): string[] {
  return said.filter(({ text }) => text.includes(canary)).map(({ step }) => step.nome);
}

/** Every row of a conta as JSON, by table. */
export async function readRowsByTable(t: TestContext, contaId: string): Promise<Map<string, string[]>> {
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
  for (const { nome, linha: line } of rows) found.set(nome, [...(found.get(nome) ?? []), line]);
  return found;
}

type RowsByTable = Awaited<ReturnType<typeof readRowsByTable>>;

/** Rows that exist only afterwards, by table, without values that always differ. */
export function listNewRows(
  before: RowsByTable,
  after: RowsByTable,
  caller: ReplayCaller,
): Record<string, string[]> {
  const newRows = [...after].map(([table, lines]): [string, string[]] => {
    const known = new Set(before.get(table));
    const rows = lines.filter((line) => !known.has(line));
    return [table, rows.map((line) => toComparable(line.replace(BYTES, "<bytes>"), caller)).toSorted()];
  });
  return Object.fromEntries(newRows.filter(([, lines]) => lines.length > 0));
}
