import type { PedidoDistribuicao, RespostaDistribuicao } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { escopoDescanso } from "../sefaz/manners.scopes.ts";
import { askPolitely } from "../sefaz/manners.ts";
import type { SefazDaCasa } from "../sefaz/sefaz-clients.ts";
import { DESCANSO_MS, isFim, type Passeio } from "./distribuicao.rules.ts";

/** A walk that may ask: with the empresa's own certificate, in its own name. */
export type Andante = {
  passeio: Passeio;
  client: SefazDaCasa;
  cnpj: string;
  cUF: string;
  sandbox: boolean;
};

const MODELO = { NFe: "55", CTe: "57" } as const;

type Pergunta = Parameters<typeof askPolitely<RespostaDistribuicao>>[1];

// SEFAZ counts whom the documents are for, whichever conta and certificate ask.
function toPergunta({ passeio, cnpj, sandbox }: Andante, isPontual: boolean): Pergunta {
  return {
    sandbox,
    autorizador: "AN",
    modelo: MODELO[passeio.modelo],
    servico: "distribuicao",
    certificadoCnpj: cnpj,
    cotas: isPontual ? ["distribuicao-pontual"] : [],
    descanso: (resposta) => (!isPontual && isFim(resposta) ? DESCANSO_MS : 0),
  };
}

/**
 * Asks the Ambiente Nacional when it is the CNPJ's turn. After the last of its documents that CNPJ rests for an hour in the whole house;
 * where SEFAZ stands after an answer is remembered before anything is made of it.
 * @throws {Deferral} when it is not our turn   @throws {SefazOutage}
 */
export async function askDistribuicao(
  ctx: AppContext,
  andante: Andante,
  por: PedidoDistribuicao["por"],
): Promise<RespostaDistribuicao> {
  const { client, cnpj, cUF } = andante;
  const isPontual = por.kind !== "ultimo";
  const pergunta = toPergunta(andante, isPontual);
  const pedido = {
    distribuidor: andante.passeio.modelo,
    ambiente: "1",
    cUFAutor: cUF,
    interessado: cnpj,
    por,
  } as const;
  const resposta = await askPolitely(ctx, pergunta, () => client.distribuirDFe(pedido));
  if (!isPontual && resposta.ultNSU !== null) await savePosicao(ctx, andante, resposta.ultNSU);
  return resposta;
}

/** The NSU after which SEFAZ expects the next question about this CNPJ, as far as the house knows. */
export async function findPosicao(ctx: AppContext, andante: Andante): Promise<string | null> {
  return await ctx.database.portaria.findPosicao(escopoDescanso(toPergunta(andante, false)));
}

/** Remembers for the whole house where SEFAZ expects the next question about this CNPJ. */
export async function savePosicao(ctx: AppContext, andante: Andante, ultNSU: string): Promise<void> {
  const escopo = escopoDescanso(toPergunta(andante, false));
  await ctx.database.portaria.savePosicao(escopo, { ultNSU, agora: ctx.clock.now() });
}
