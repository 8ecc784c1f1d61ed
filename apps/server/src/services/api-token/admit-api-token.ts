import { isEscopo } from "@malote/contract";
import { diaInZona, zonaOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { ApiTokenAchado } from "../../db/index.ts";
import type { Medidas } from "../../medidas/medidas.ts";
import type { Caller } from "../handler.ts";
import { sortEscopos } from "./api-token.rules.ts";
import { touchSegredo } from "./segredo.rows.ts";

/** Shortest time between two writes of a token's use. */
const TOQUE_MS = 60_000;

/** Secrets counted in one process; beyond this, the unwritten counts are discarded. */
const CONTADOS_MAX = 10_000;

/** Calls of a secret that this process has not written. */
type Contagem = { chamadas: number; desde: Date };

/** Keyed by Medidas: each process has one, whatever the context. */
const CONTAGENS = new WeakMap<Medidas, Map<string, Contagem>>();

/**
 * The caller of an API token, which is no person; null for a demo conta without its sandbox.
 * @param ip address of the caller
 */
export async function admitApiToken(
  ctx: AppContext,
  achado: ApiTokenAchado,
  ip: string,
): Promise<Caller | null> {
  const { contaId, tokenId, usuarioId, nome, empresas, uf, sandbox } = achado;
  if (sandbox && ctx.config.sandbox === null) return null;
  await countChamada(ctx, achado, ip);
  const escopos = sortEscopos(achado.escopos.filter(isEscopo));
  return {
    contaId,
    usuarioId,
    donoId: tokenId,
    nome: `API (${nome})`,
    isManager: escopos.includes("admin"),
    isProprietario: false,
    isPerson: false,
    isManifestante: escopos.includes("manifestar") && achado.manifestante,
    lacksSegundoFator: achado.semFator,
    autenticadaEm: null,
    escopos,
    empresas,
    sessaoId: tokenId,
    contaUf: uf,
    contaSandbox: sandbox,
  };
}

/**
 * The first call is written at once; calls of the next minute are written with the first one after it.
 */
async function countChamada(
  { medidas, clock, database }: AppContext,
  { contaId, tokenId, segredoId, uf }: ApiTokenAchado,
  ip: string,
): Promise<void> {
  const contagens = CONTAGENS.get(medidas) ?? new Map<string, Contagem>();
  CONTAGENS.set(medidas, contagens);
  const agora = clock.now();
  const antes = contagens.get(segredoId);
  const passou = antes === undefined ? TOQUE_MS : Math.abs(agora.getTime() - antes.desde.getTime());
  if (antes !== undefined && passou < TOQUE_MS) {
    antes.chamadas += 1;
    return;
  }
  if (contagens.size >= CONTADOS_MAX) contagens.clear();
  contagens.set(segredoId, { chamadas: 0, desde: agora });
  const chamadas = (antes?.chamadas ?? 0) + 1;
  const dia = diaInZona(agora, zonaOfUf(uf));
  const uso = { tokenId, segredoId, chamadas, ip, dia, agora };
  await database.withContaSql(contaId, (sql) => touchSegredo(sql, contaId, uso));
}
