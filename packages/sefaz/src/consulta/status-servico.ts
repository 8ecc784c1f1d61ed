import type { Family } from "@malote/syntax";
import { text } from "../soap/elements.ts";
import {
  openEnvelope,
  type RawResponse,
  requiredCStat,
  type SoapRequest,
  wrapEnvelope,
} from "../soap/envelope.ts";
import { LAYOUTS } from "../tables/layouts.ts";
import { type Ambiente, familyOfModelo } from "../tables/services.ts";

/** The authorizer whose status is requested: that of a UF (`cUF`, IBGE code) for a modelo. */
export type StatusTarget = { modelo: string; cUF: string };

/** The status of an authorizer. `tempoMedioS`: its mean response time over the last 5 minutes, in seconds;
 * `retorno`: the announced end of an interruption, ISO with its own offset. */
export type StatusResponse = {
  emOperacao: boolean;
  cStat: string;
  xMotivo: string;
  tempoMedioS: number | null;
  retorno: string | null;
};

const IN_OPERATION = "107";

/** Writes consStatServ 4.00, consStatServCTe 4.00 or consStatServMDFe 3.00; only the last has no UF.
 * @throws RangeError when cUF is not two digits, or for a modelo without this service
 * @source leiauteConsStatServ_v4.00.xsd and consStatServTiposBasico_v4.00.xsd, TConsStatServ;
 * consStatServTiposBasico_v3.00.xsd */
export function writeStatus({ modelo, cUF }: StatusTarget, ambiente: Ambiente): SoapRequest {
  if (!/^[0-9]{2}$/.test(cUF)) throw new RangeError("cUF has two digits");
  const family = familyOfModelo(modelo);
  const { ns, versao, consStat, statusHasUf } = LAYOUTS[family];
  const uf = statusHasUf ? `<cUF>${cUF}</cUF>` : "";
  const payload =
    `<${consStat} xmlns="${ns}" versao="${versao}"><tpAmb>${ambiente}</tpAmb>` +
    `${uf}<xServ>STATUS</xServ></${consStat}>`;
  return wrapEnvelope({ family, servico: "statusServico", payload, cUF });
}

/** Reads the status response of a family.
 * @throws SefazOutage   @source leiauteConsStatServ_v4.00.xsd, TRetConsStatServ */
export function readStatus(response: RawResponse, family: Family): StatusResponse {
  const { element: ret } = openEnvelope(response, LAYOUTS[family].retConsStat);
  const cStat = requiredCStat(ret);
  const tMed = text(ret, "tMed");
  return {
    emOperacao: cStat === IN_OPERATION,
    cStat,
    xMotivo: text(ret, "xMotivo") ?? "",
    tempoMedioS: tMed && /^[0-9]+$/.test(tMed) ? Number(tMed) : null,
    retorno: text(ret, "dhRetorno"),
  };
}
