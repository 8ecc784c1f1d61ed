import type { TotaisIbsCbs, TotaisLidos } from "../../leitura.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { childOf } from "../fields/fields.ts";
import { readOptionalValor } from "../fields/valor.ts";

/** Reads every total of an NF-e or NFC-e; all are optional.   @param total the element total
 * @throws LayoutError
 * @source leiauteNFe_v4.00.xsd, DFeTiposBasicos_v1.00.xsd (TIBSCBSMonoTot, TISTot) */
export function readTotais(total: XmlElement): TotaisLidos {
  const icmsTot = childOf(total, "ICMSTot");
  const read = (tag: string): string | null => readOptionalValor(icmsTot, tag);
  return {
    baseIcms: read("vBC"),
    icms: read("vICMS"),
    icmsDesonerado: read("vICMSDeson"),
    fcp: read("vFCP"),
    baseSt: read("vBCST"),
    st: read("vST"),
    produtos: read("vProd"),
    servicos: readOptionalValor(childOf(total, "ISSQNtot"), "vServ"),
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
    is: readOptionalValor(childOf(total, "ISTot"), "vIS"),
    totalComTributos: readOptionalValor(total, "vNFTot"),
  };
}

function readIbsCbs(totais: XmlElement | null): TotaisIbsCbs | null {
  if (!totais) return null;
  const ibs = childOf(totais, "gIBS");
  return {
    base: readOptionalValor(totais, "vBCIBSCBS"),
    ibs: readOptionalValor(ibs, "vIBS"),
    ibsUf: readOptionalValor(childOf(ibs, "gIBSUF"), "vIBSUF"),
    ibsMunicipio: readOptionalValor(childOf(ibs, "gIBSMun"), "vIBSMun"),
    cbs: readOptionalValor(childOf(totais, "gCBS"), "vCBS"),
  };
}
