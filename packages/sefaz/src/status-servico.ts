import { openEnvelope, type Pedido, type Recebido, requiredCStat, wrapEnvelope } from "./envelope.ts";
import { LEIAUTES } from "./tables/leiautes.ts";
import { type Ambiente, type Familia, familiaOfModelo } from "./tables/servicos.ts";
import { text } from "./xml.ts";

/** Whose service is asked about: the authorizer of a UF (`cUF`, IBGE code) for a modelo. */
export type OndeServico = { modelo: string; cUF: string };

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

/** Writes consStatServ 4.00, consStatServCTe 4.00 or consStatServMDFe 3.00, which alone names no UF in it.
 * @throws RangeError when cUF is not two digits, or nobody is asked about the modelo
 * @source leiauteConsStatServ_v4.00.xsd and consStatServTiposBasico_v4.00.xsd, TConsStatServ; consStatServTiposBasico_v3.00.xsd */
export function writeStatus({ modelo, cUF }: OndeServico, ambiente: Ambiente): Pedido {
  if (!/^[0-9]{2}$/.test(cUF)) throw new RangeError("cUF has two digits");
  const familia = familiaOfModelo(modelo);
  const { ns, versao, consStat } = LEIAUTES[familia];
  const uf = familia === "mdfe" ? "" : `<cUF>${cUF}</cUF>`;
  const payload =
    `<${consStat} xmlns="${ns}" versao="${versao}"><tpAmb>${ambiente}</tpAmb>` +
    `${uf}<xServ>STATUS</xServ></${consStat}>`;
  return wrapEnvelope({ familia, servico: "statusServico", payload, cUF });
}

/** Reads the answer of a family.
 * @throws SefazOutage @source leiauteConsStatServ_v4.00.xsd, TRetConsStatServ */
export function readStatus(recebido: Recebido, familia: Familia): RespostaServico {
  const { elemento: ret } = openEnvelope(recebido, LEIAUTES[familia].retConsStat);
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
