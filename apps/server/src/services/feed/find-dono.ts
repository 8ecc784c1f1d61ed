import type { AppContext } from "../../app-context.ts";
import type { FeedAchado } from "../../db/index.ts";
import { readAncoras } from "../../trust.ts";
import { checkCadeia } from "../certificado/check-cadeia.ts";
import { normalizeIdentificador } from "../conta/conta.rules.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";

/** The certificate that a program showed at the door, and proved to hold the key of. */
export type Apresentado = { certificadoPem: string; cadeiaPem: string[]; impressao: string };

/** Whose feed a program asks for, and from where. identificador: the conta that its address names; null: none. */
export type Procurado = { cnpj: string; identificador: string | null; ip: string };

export type DonoAchado =
  | { kind: "ok"; dono: FeedAchado }
  /** No authority that the house trusts stands behind the certificate. */
  | { kind: "cadeia" }
  /** No conta lets this company's feed be read. */
  | { kind: "nenhum" }
  /** The conta that does has not shown that the company is its own, and the address names none. */
  | { kind: "semProva" }
  /** The company is not proved in any conta that does. */
  | { kind: "naoProvada" }
  /** Several contas do, and nothing says which is meant. */
  | { kind: "varios" };

/**
 * Finds the conta and company whose feed a certificate opens. A real conta's is opened by certificates of the operator's authorities alone, a
 * demo conta's by those of the sandbox too. Whoever typed a CNPJ into a conta has not shown that it is theirs: the address names the conta, or it is
 * the only one that itself holds a good certificate of the company. Of a company that is not proved nothing leaves its conta. A demo conta is
 * none beside a real one.
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

/** Certificates of one network whose chains are walked in a minute: it takes time, and nobody is known yet. */
const CADEIAS_MAX = 300;
const JANELA_MS = 60_000;
/** Chains that were walked, each by its certificate and what it was held against. */
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

// readAncoras hands out one list for one folder in the life of a process.
function idOf(ancoras: readonly string[]): number {
  const known = folders.get(ancoras);
  if (known !== undefined) return known;
  folderIds += 1;
  folders.set(ancoras, folderIds);
  return folderIds;
}
