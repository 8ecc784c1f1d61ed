import type { AppContext } from "../../app-context.ts";
import type { FeedAchado } from "../../db/index.ts";
import { readAncoras } from "../../trust.ts";
import { checkCadeia } from "../certificado/check-cadeia.ts";
import { normalizeIdentificador } from "../conta/conta.rules.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";

/** The client certificate of a connection, whose key the TLS handshake proved. */
export type Apresentado = { certificadoPem: string; cadeiaPem: string[]; impressao: string };

/**
 * The company whose feed is requested, and the caller's address.
 * identificador: the conta that the URL names; null: none.
 */
export type Procurado = { cnpj: string; identificador: string | null; ip: string };

export type DonoAchado =
  | { kind: "ok"; dono: FeedAchado }
  /** No trusted authority issued the certificate. */
  | { kind: "cadeia" }
  /** No conta offers this company's feed. */
  | { kind: "nenhum" }
  /** The only such conta has not proved the company, and the URL names no conta. */
  | { kind: "semProva" }
  /** The company is not proved in any such conta. */
  | { kind: "naoProvada" }
  /** Several contas offer it, and the URL names none. */
  | { kind: "varios" };

/**
 * Finds the conta and company whose feed a certificate opens. Real contas trust the operator's CAs
 * only; demo contas also trust the sandbox's. A typed CNPJ proves nothing: the URL names the conta,
 * or it is the only one with a valid certificate of the company. A real conta precedes a demo one.
 * @throws {Refusal} feedMuitasPerguntas
 */
export async function findDono(
  ctx: Pick<AppContext, "config" | "clock" | "database">,
  apresentado: Apresentado,
  { cnpj, identificador, ip }: Procurado,
): Promise<DonoAchado> {
  const { config, clock, database } = ctx;
  const agora = clock.now();
  const opens = async (sandbox: boolean): Promise<boolean> =>
    (!sandbox || config.sandbox !== null) &&
    (await isOfCadeia(ctx, { apresentado, ancoras: readAncoras(config, sandbox), ip }));
  const abre = { real: await opens(false), demo: await opens(true) };
  if (!abre.real && !abre.demo) return { kind: "cadeia" };
  const nome = identificador === null ? null : normalizeIdentificador(identificador);
  const abertos = await database.portaria.findFeeds({ cnpj, identificador: nome, agora });
  const feeds = abertos.filter(({ sandbox }) => (sandbox ? abre.demo : abre.real));
  const provadas = feeds.filter(({ provada }) => provada);
  if (provadas.length === 0 && feeds.length > 0) return { kind: "naoProvada" };
  return nome === null ? chooseDono(provadas) : toAchado(provadas);
}

function chooseDono(feeds: readonly FeedAchado[]): DonoAchado {
  const reais = feeds.filter(({ sandbox }) => !sandbox);
  const candidatos = reais.length > 0 ? reais : feeds;
  const provados = candidatos.filter(({ certificado }) => certificado);
  if (provados.length > 0) return toAchado(provados);
  return candidatos.length === 1 ? { kind: "semProva" } : toAchado(candidatos);
}

function toAchado([dono, outro]: readonly FeedAchado[]): DonoAchado {
  if (dono === undefined) return { kind: "nenhum" };
  return outro === undefined ? { kind: "ok", dono } : { kind: "varios" };
}

/**
 * Chain verifications of one network per minute: they cost CPU before the caller is authenticated.
 */
const CADEIAS_MAX = 300;
const JANELA_MS = 60_000;
/** Cached verifications, by certificate and trust list. */
const LEMBRADAS_MAX = 1_000;
const LEMBRA_MS = 600_000;
const lembradas = new Map<string, { ate: number; verificada: boolean }>();
const folders = new WeakMap<readonly string[], number>();
let folderIds = 0;

type Olhada = { apresentado: Apresentado; ancoras: readonly string[]; ip: string };

async function isOfCadeia(
  ctx: Pick<AppContext, "clock" | "database">,
  { apresentado, ancoras, ip }: Olhada,
): Promise<boolean> {
  if (ancoras.length === 0) return false;
  const agora = ctx.clock.now();
  const chave = `${apresentado.impressao} ${apresentado.cadeiaPem.length} ${idOf(ancoras)}`;
  const known = lembradas.get(chave);
  if (known !== undefined && known.ate > agora.getTime() && known.ate - agora.getTime() <= LEMBRA_MS) {
    return known.verificada;
  }
  const limite = {
    coisa: "feed-cadeia",
    max: CADEIAS_MAX,
    janelaMs: JANELA_MS,
    recusa: "feedMuitasPerguntas",
  } as const;
  await countUsoDaRede(ctx, ip, limite);
  const verificada = checkCadeia(apresentado, ancoras, agora) === "verificada";
  if (lembradas.size >= LEMBRADAS_MAX) lembradas.clear();
  lembradas.set(chave, { ate: agora.getTime() + LEMBRA_MS, verificada });
  return verificada;
}

// readAncoras returns the same list for a folder during the life of a process.
function idOf(ancoras: readonly string[]): number {
  const known = folders.get(ancoras);
  if (known !== undefined) return known;
  folderIds += 1;
  folders.set(ancoras, folderIds);
  return folderIds;
}
