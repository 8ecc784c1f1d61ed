import type { DistribuicaoRequest, DistribuicaoResponse } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { escopoDescanso } from "../sefaz/manners.scopes.ts";
import { askPolitely } from "../sefaz/manners.ts";
import type { SefazDaCasa } from "../sefaz/sefaz-clients.ts";
import { DESCANSO_MS, isAfter, isFim, type Passeio, readPosicao, readSentido } from "./distribuicao.rules.ts";
import { insist } from "./insist.ts";

/** A walk that may ask: with the empresa's own certificate, in its own name. */
export type Andante = {
  passeio: Passeio;
  client: SefazDaCasa;
  cnpj: string;
  cUF: string;
  sandbox: boolean;
};

const MODELO = { NFe: "55", CTe: "57" } as const;

type Pergunta = Parameters<typeof askPolitely<DistribuicaoResponse>>[1];

// SEFAZ counts whom the documents are for, whichever conta and certificate ask.
function toPergunta(
  { passeio, cnpj, sandbox, client }: Andante,
  isPontual: boolean,
  isRestful = !isPontual,
): Pergunta {
  return {
    sandbox,
    autorizador: "AN",
    modelo: MODELO[passeio.modelo],
    servico: "distribuicao",
    certificadoCnpj: cnpj,
    certificado: client.certificado,
    cotas: isPontual ? ["distribuicao-pontual"] : [],
    // Who brings a rest heeds it: one NSU may be asked for while the list rests.
    ...(isRestful && {
      descanso: (resposta: DistribuicaoResponse) => (!isPontual && isFim(resposta) ? DESCANSO_MS : 0),
    }),
  };
}

/**
 * Asks the Ambiente Nacional when it is the CNPJ's turn. After the last of its documents that CNPJ rests for an hour in the whole house;
 * `isRestful`: this question waits for that hour too. Where SEFAZ stands after an answer is remembered before anything is made of it.
 * @throws {Deferral} when it is not our turn   @throws {SefazOutage}
 */
export async function askDistribuicao(
  ctx: AppContext,
  andante: Andante,
  por: DistribuicaoRequest["by"],
  isRestful = por.kind === "ultimo",
): Promise<DistribuicaoResponse> {
  const { client, cnpj, cUF } = andante;
  const isPontual = por.kind !== "ultimo";
  const pergunta = toPergunta(andante, isPontual, isRestful);
  const pedido = {
    distribuidor: andante.passeio.modelo,
    ambiente: "1",
    cUFAutor: cUF,
    interessado: cnpj,
    by: por,
  } as const;
  const resposta = await askPolitely(ctx, pergunta, () => client.distribuirDFe(pedido));
  if (por.kind === "ultimo") await keepPosicao(ctx, andante, { resposta, depoisDe: por.ultNSU });
  return resposta;
}

// A refusal moves nothing, and what is said of a place before the one that is known does not either.
async function keepPosicao(
  ctx: AppContext,
  andante: Andante,
  { resposta, depoisDe }: { resposta: DistribuicaoResponse; depoisDe: string },
): Promise<void> {
  const chegou = readPosicao(resposta, depoisDe);
  if (chegou === depoisDe && !isOuvida(resposta)) return;
  const known = await insist(() => findPosicao(ctx, andante));
  const isNamed = readSentido(resposta.cStat) === "consumo" && chegou !== depoisDe;
  if (known === null || isNamed || isAfter(chegou, known)) await savePosicao(ctx, andante, chegou);
}

/** Whether SEFAZ looked at the list of this CNPJ for this certificate. */
export function isOuvida({ cStat }: Pick<DistribuicaoResponse, "cStat">): boolean {
  return ["documentos", "nada", "consumo"].includes(readSentido(cStat));
}

/** The NSU after which SEFAZ expects the next question about this CNPJ, as far as the house knows. */
export async function findPosicao(ctx: AppContext, andante: Andante): Promise<string | null> {
  return await ctx.database.portaria.findPosicao(escopoDescanso(toPergunta(andante, false)));
}

/** Remembers for the whole house where SEFAZ expects the next question about this CNPJ. */
export async function savePosicao(ctx: AppContext, andante: Andante, ultNSU: string): Promise<void> {
  const escopo = escopoDescanso(toPergunta(andante, false));
  await insist(() => ctx.database.portaria.savePosicao(escopo, { ultNSU, agora: ctx.clock.now() }));
}
