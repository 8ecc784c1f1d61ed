import { NS_NFE, openEnvelope, type Pedido, type Recebido, requiredCStat, wrapEnvelope } from "./envelope.ts";
import type { Ambiente } from "./tables/servicos.ts";
import { text } from "./xml.ts";

/** How an authorizer says it is. `tempoMedioS` is its mean answer time in seconds over the last 5 minutes; `retorno` the
 * announced end of a stop, ISO with its own offset. */
export type RespostaServico = {
  emOperacao: boolean;
  cStat: string;
  xMotivo: string;
  tempoMedioS: number | null;
  retorno: string | null;
};

const EM_OPERACAO = "107";

/** Writes consStatServ 4.00; `cUF` is the IBGE code of the UF asked about.
 * @throws RangeError when it is not two digits @source leiauteConsStatServ_v4.00.xsd, TConsStatServ */
export function writeStatus(cUF: string, ambiente: Ambiente): Pedido {
  if (!/^[0-9]{2}$/.test(cUF)) throw new RangeError("cUF has two digits");
  return wrapEnvelope(
    "statusServico",
    `<consStatServ xmlns="${NS_NFE}" versao="4.00"><tpAmb>${ambiente}</tpAmb>` +
      `<cUF>${cUF}</cUF><xServ>STATUS</xServ></consStatServ>`,
  );
}

/** Reads retConsStatServ.
 * @throws SefazOutage @source leiauteConsStatServ_v4.00.xsd, TRetConsStatServ */
export function readStatus(recebido: Recebido): RespostaServico {
  const { elemento: ret } = openEnvelope(recebido, "retConsStatServ");
  const cStat = requiredCStat(ret);
  const tMed = text(ret, "tMed");
  return {
    emOperacao: cStat === EM_OPERACAO,
    cStat,
    xMotivo: text(ret, "xMotivo") ?? "",
    tempoMedioS: tMed && /^[0-9]+$/.test(tMed) ? Number(tMed) : null,
    retorno: text(ret, "dhRetorno"),
  };
}
