import type { IbsCbsTotals, ParsedTotals } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { readOptionalAmount } from "../fields/amount.ts";
import { childOf } from "../fields/fields.ts";

/** Reads every total of an NF-e or NFC-e; all are optional.   @param total the element total
 * @throws LayoutError
 * @source leiauteNFe_v4.00.xsd, DFeTiposBasicos_v1.00.xsd (TIBSCBSMonoTot, TISTot) */
export function readTotais(total: XmlElement): ParsedTotals {
  const icmsTot = childOf(total, "ICMSTot");
  const read = (tag: string): string | null => readOptionalAmount(icmsTot, tag);
  return {
    baseIcms: read("vBC"),
    icms: read("vICMS"),
    icmsDesonerado: read("vICMSDeson"),
    fcp: read("vFCP"),
    baseSt: read("vBCST"),
    st: read("vST"),
    produtos: read("vProd"),
    servicos: readOptionalAmount(childOf(total, "ISSQNtot"), "vServ"),
    frete: read("vFrete"),
    seguro: read("vSeg"),
    desconto: read("vDesc"),
    ii: read("vII"),
    ipi: read("vIPI"),
    pis: read("vPIS"),
    cofins: read("vCOFINS"),
    outras: read("vOutro"),
    tributosAproximados: read("vTotTrib"),
    ibsCbs: readIbsCbs(childOf(total, "IBSCBSTot")),
    is: readOptionalAmount(childOf(total, "ISTot"), "vIS"),
    totalComTributos: readOptionalAmount(total, "vNFTot"),
  };
}

function readIbsCbs(totais: XmlElement | null): IbsCbsTotals | null {
  if (!totais) return null;
  const ibs = childOf(totais, "gIBS");
  return {
    base: readOptionalAmount(totais, "vBCIBSCBS"),
    ibs: readOptionalAmount(ibs, "vIBS"),
    ibsUf: readOptionalAmount(childOf(ibs, "gIBSUF"), "vIBSUF"),
    ibsMunicipio: readOptionalAmount(childOf(ibs, "gIBSMun"), "vIBSMun"),
    cbs: readOptionalAmount(childOf(totais, "gCBS"), "vCBS"),
  };
}
