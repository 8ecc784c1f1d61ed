import type { AppContext } from "../../app-context.ts";
import type { FeedAchado } from "../../db/index.ts";
import { readAncoras } from "../../trust.ts";
import { checkCadeia } from "../certificado/check-cadeia.ts";

/** The certificate that a program showed at the door, and proved to hold the key of. */
export type Apresentado = { certificadoPem: string; cadeiaPem: string[]; impressao: string };

/** Whose feed a program asks for. identificador: the conta that its address names; null: none. */
export type Procurado = { cnpj: string; identificador: string | null };

export type DonoAchado =
  | { kind: "ok"; dono: FeedAchado }
  /** No authority that the house trusts stands behind the certificate. */
  | { kind: "cadeia" }
  /** No conta lets this company's feed be read. */
  | { kind: "nenhum" }
  /** Several contas do, and nothing says which is meant. */
  | { kind: "varios" };

/**
 * Finds the conta and company whose feed a certificate opens. A real conta's is opened by certificates of the operator's authorities alone, a
 * demo conta's by those of the sandbox too. Of several contas that enabled one CNPJ the address says which; without its word, the only one that
 * has shown a certificate of the company itself.
 */
export async function findDono(
  { config, clock, database }: Pick<AppContext, "config" | "clock" | "database">,
  apresentado: Apresentado,
  { cnpj, identificador }: Procurado,
): Promise<DonoAchado> {
  const agora = clock.now();
  const opens = (sandbox: boolean): boolean =>
    (!sandbox || config.sandbox !== null) && isOfCadeia(apresentado, readAncoras(config, sandbox), agora);
  const abre = { real: opens(false), demo: opens(true) };
  if (!abre.real && !abre.demo) return { kind: "cadeia" };
  const feeds = (await database.portaria.findFeeds(cnpj)).filter(
    (feed) =>
      (feed.sandbox ? abre.demo : abre.real) &&
      (identificador === null || feed.identificador === identificador),
  );
  const provados = feeds.filter(({ certificado }) => certificado);
  const [dono, outro] = feeds.length > 1 ? provados : feeds;
  if (dono !== undefined && outro === undefined) return { kind: "ok", dono };
  return { kind: feeds.length === 0 ? "nenhum" : "varios" };
}

/** Chains that were looked at, each by its certificate and what it was held against: walking one reads the operator's whole folder. */
const LEMBRADAS_MAX = 1_000;
const LEMBRA_MS = 600_000;
const lembradas = new Map<string, { ate: number; verificada: boolean }>();
const folders = new WeakMap<readonly string[], number>();
let folderIds = 0;

function isOfCadeia(apresentado: Apresentado, ancoras: readonly string[], agora: Date): boolean {
  if (ancoras.length === 0) return false;
  const chave = `${apresentado.impressao} ${apresentado.cadeiaPem.length} ${idOf(ancoras)}`;
  const known = lembradas.get(chave);
  if (known !== undefined && known.ate > agora.getTime() && known.ate - agora.getTime() <= LEMBRA_MS) {
    return known.verificada;
  }
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
