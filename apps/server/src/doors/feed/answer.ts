import { formatMensagem } from "@malote/contract";
import { isCnpj, isCpf, raizCnpj } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { isForLater, Refusal } from "../../errors.ts";
import { describeAway } from "../../espera.ts";
import { findDono } from "../../services/feed/find-dono.ts";
import { readDfes } from "../../services/feed/read-dfe.ts";
import { countUsoDaRede } from "../../services/limite/count-rede.ts";
import { countUso } from "../../services/limite/count-uso.ts";
import type { Elemento } from "../soap/read-xml.ts";
import type { CStat } from "./motivos.ts";
import { type PedidoDfe, readPedido } from "./read-pedido.ts";
import { judgeTransmissor, type Transmissor } from "./transmissor.ts";
import type { RespostaDist } from "./write-resposta.ts";

/**
 * Queries per company, and refusals per network, in a minute.
 * The fastest client reads 30 000 documents in that time.
 */
export const PERGUNTAS_MAX = 600;
export const RECUSAS_MAX = 120;
const JANELA_MS = 60_000;
const SEM_DONO = {
  nenhum: "feedDesligado",
  semProva: "feedSemProva",
  naoProvada: "feedNaoProvada",
  varios: "feedDeVarias",
} as const;

/** One call of nfeDistDFeInteresse. identificador: the conta in the URL. */
export type Chamada = {
  dados: Elemento;
  transmissor: Transmissor | null;
  identificador: string | null;
  ip: string;
};

type Achado = Omit<RespostaDist, "agora" | "tpAmb">;

/** Answers a call as SEFAZ does.   @throws {Refusal} feedMuitasPerguntas */
export async function answerChamada(app: AppContext, chamada: Chamada): Promise<RespostaDist> {
  const agora = app.clock.now();
  const pedido = readPedido(chamada.dados);
  const tpAmb = typeof pedido === "string" ? "1" : pedido.tpAmb;
  return { ...(await orLater(app, findResposta(app, chamada, pedido))), tpAmb, agora };
}

/**
 * Refuses a caller by its certificate alone, before the query is read.
 * @throws {Refusal} feedMuitasPerguntas
 */
export async function answerRecusa(app: AppContext, ip: string, cStat: CStat): Promise<RespostaDist> {
  return { ...(await orLater(app, refuse(app, ip, { cStat }))), tpAmb: "1", agora: app.clock.now() };
}

async function orLater({ log }: AppContext, found: Promise<Achado>): Promise<Achado> {
  return await found.catch((error: unknown): Achado => {
    if (error instanceof Refusal || !isForLater(error)) throw error;
    log.warn({ err: error }, describeAway(error));
    return { cStat: "108" };
  });
}

async function findResposta(
  app: AppContext,
  { transmissor, identificador, ip }: Chamada,
  pedido: PedidoDfe | CStat,
): Promise<Achado> {
  const fault = judgeTransmissor(transmissor, app.clock.now()) ?? judgePedido(transmissor, pedido);
  if (fault !== null || transmissor === null || typeof pedido === "string") {
    return await refuse(app, ip, { cStat: fault ?? "215" });
  }
  const achado = await findDono(app, transmissor, { cnpj: pedido.interessado, identificador, ip });
  if (achado.kind === "cadeia") return await refuse(app, ip, { cStat: "285" });
  if (achado.kind !== "ok") {
    return await refuse(app, ip, { cStat: "999", motivo: formatMensagem(SEM_DONO[achado.kind]) });
  }
  const { dono } = achado;
  // A demo conta's documents belong to no real environment, so either tpAmb is accepted.
  if (pedido.tpAmb !== "1" && !dono.sandbox) return { cStat: "252" };
  const chave = `feed:${dono.empresaId}`;
  await countUso(app, { chave, max: PERGUNTAS_MAX, janelaMs: JANELA_MS, recusa: "feedMuitasPerguntas" });
  const resposta = await readDfes(app, dono, pedido.por);
  if (resposta.kind === "adiante") return { cStat: "589" };
  const { dfes, ultNsu, maxNsu } = resposta;
  if (dfes.length > 0) return { cStat: "138", dfes, nsus: { ultNsu, maxNsu } };
  return pedido.por.kind === "chave" ? { cStat: "137" } : { cStat: "137", nsus: { ultNsu, maxNsu } };
}

/** Validates a query and its caller; null: valid.   @source NT 2014.002, regras de validação */
function judgePedido(transmissor: Transmissor | null, pedido: PedidoDfe | CStat): CStat | null {
  if (typeof pedido === "string") return pedido;
  const { interessado } = pedido;
  if (interessado.length === 11) return isCpf(interessado) ? "472" : "490";
  if (!isCnpj(interessado)) return "489";
  return raizCnpj(transmissor?.cnpj ?? "") === raizCnpj(interessado) ? null : "593";
}

async function refuse(app: AppContext, ip: string, achado: Achado): Promise<Achado> {
  const limite = {
    coisa: "feed-recusa",
    max: RECUSAS_MAX,
    janelaMs: JANELA_MS,
    recusa: "feedMuitasPerguntas",
  } as const;
  await countUsoDaRede(app, ip, limite);
  return achado;
}
