import type { PedidoDistribuicao, RespostaDistribuicao } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
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

/**
 * Asks the Ambiente Nacional when it is the CNPJ's turn. SEFAZ counts whom the documents are for, whichever conta and certificate ask:
 * after the last of them that CNPJ rests for an hour in the whole house.
 * @throws {Deferral} when it is not our turn   @throws {SefazOutage}
 */
export async function askDistribuicao(
  ctx: AppContext,
  { passeio, client, cnpj, cUF, sandbox }: Andante,
  por: PedidoDistribuicao["por"],
): Promise<RespostaDistribuicao> {
  const distribuidor = passeio.modelo;
  const isPontual = por.kind !== "ultimo";
  return await askPolitely<RespostaDistribuicao>(
    ctx,
    {
      sandbox,
      autorizador: "AN",
      modelo: MODELO[distribuidor],
      servico: "distribuicao",
      certificadoCnpj: cnpj,
      cotas: isPontual ? ["distribuicao-pontual"] : [],
      descanso: (resposta) => (!isPontual && isFim(resposta) ? DESCANSO_MS : 0),
    },
    () => client.distribuirDFe({ distribuidor, ambiente: "1", cUFAutor: cUF, interessado: cnpj, por }),
  );
}
