import type { DistribuicaoRequest, DistribuicaoResponse } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { escopoDescanso } from "../sefaz/manners.scopes.ts";
import { askPolitely } from "../sefaz/manners.ts";
import type { SefazDaCasa } from "../sefaz/sefaz-clients.ts";
import { DESCANSO_MS, isAfter, isFim, type Passeio, readPosicao, readSentido } from "./distribuicao.rules.ts";
import { insist } from "./insist.ts";

/** A sync that may query SEFAZ: with the empresa's own certificate and CNPJ. */
export type Andante = {
  passeio: Passeio;
  client: SefazDaCasa;
  cnpj: string;
  cUF: string;
  sandbox: boolean;
};

const MODELO = { NFe: "55", CTe: "57" } as const;

type Pergunta = Parameters<typeof askPolitely<DistribuicaoResponse>>[1];

// SEFAZ counts queries by the CNPJ of the documents, for all contas and certificates together.
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
    // A query that sets a pause also waits for it; a query for a single NSU runs during the pause of
    // the list.
    ...(isRestful && {
      descanso: (resposta: DistribuicaoResponse) => (!isPontual && isFim(resposta) ? DESCANSO_MS : 0),
    }),
  };
}

/**
 * Queries the Ambiente Nacional when the CNPJ's quota allows. After its last document the CNPJ pauses
 * for an hour, for all contas; `isRestful`: this query waits for the pause too. The position is stored
 * before the answer is read.
 * @throws {Deferral} while no quota is free @throws {SefazOutage}
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

// Neither a refusal nor an answer before the known position moves the position.
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

/** Whether SEFAZ processed the list of this CNPJ for this certificate. */
export function isOuvida({ cStat }: Pick<DistribuicaoResponse, "cStat">): boolean {
  return ["documentos", "nada", "consumo"].includes(readSentido(cStat));
}

/** The NSU after which SEFAZ expects the next query for this CNPJ, as known to the installation. */
export async function findPosicao(ctx: AppContext, andante: Andante): Promise<string | null> {
  return await ctx.database.portaria.findPosicao(escopoDescanso(toPergunta(andante, false)));
}

/** Stores, for all contas, the NSU after which SEFAZ expects the next query for this CNPJ. */
export async function savePosicao(ctx: AppContext, andante: Andante, ultNSU: string): Promise<void> {
  const escopo = escopoDescanso(toPergunta(andante, false));
  await insist(() => ctx.database.portaria.savePosicao(escopo, { ultNSU, agora: ctx.clock.now() }));
}
