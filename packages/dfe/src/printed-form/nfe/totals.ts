import type { XmlElement } from "../../xml/tree.ts";
import { at, decimalAt, decimalsAt, orNull } from "./fields.ts";
import type { PrintedIbsCbs, PrintedTotais } from "./types.ts";

/** Reads the totals of an NF-e of any layout.
 * @source leiauteNFe_v4.00.xsd; DFeTiposBasicos_v1.00.xsd (TIBSCBSMonoTot, TISTot) */
export function readTotais(total: XmlElement | null): PrintedTotais {
  const issqn = at(total, "ISSQNtot");
  return {
    ...decimalsAt(at(total, "ICMSTot"), {
      base: "vBC",
      icms: "vICMS",
      desonerado: "vICMSDeson",
      fcp: "vFCP",
      fcpDestino: "vFCPUFDest",
      icmsDestino: "vICMSUFDest",
      icmsRemetente: "vICMSUFRemet",
      baseSt: "vBCST",
      st: "vST",
      fcpSt: "vFCPST",
      fcpStRetido: "vFCPSTRet",
      monofasicoQuantidade: "qBCMono",
      monofasico: "vICMSMono",
      monofasicoQuantidadeRetencao: "qBCMonoReten",
      monofasicoRetencao: "vICMSMonoReten",
      monofasicoRetido: "vICMSMonoRet",
      produtos: "vProd",
      frete: "vFrete",
      seguro: "vSeg",
      desconto: "vDesc",
      ii: "vII",
      ipi: "vIPI",
      ipiDevolvido: "vIPIDevol",
      pis: "vPIS",
      cofins: "vCOFINS",
      outras: "vOutro",
      nota: "vNF",
      tributosAproximados: "vTotTrib",
    }),
    issqn: orNull(
      decimalsAt(issqn, {
        servicos: "vServ",
        base: "vBC",
        valor: "vISS",
        retido: "vISSRet",
        deducoes: "vDeducao",
        outras: "vOutro",
        descontoIncondicionado: "vDescIncond",
        descontoCondicionado: "vDescCond",
        pis: "vPIS",
        cofins: "vCOFINS",
      }),
    ),
    retidos: orNull(
      decimalsAt(at(total, "retTrib"), {
        pis: "vRetPIS",
        cofins: "vRetCOFINS",
        csll: "vRetCSLL",
        irrf: "vIRRF",
        previdencia: "vRetPrev",
      }),
    ),
    ibsCbs: readIbsCbs(at(total, "IBSCBSTot")),
    is: decimalAt(at(total, "ISTot"), "vIS"),
    notaComTributos: decimalAt(total, "vNFTot"),
  };
}

function readIbsCbs(totais: XmlElement | null): PrintedIbsCbs | null {
  return (
    totais && {
      base: decimalAt(totais, "vBCIBSCBS"),
      ibsUf: decimalAt(at(totais, "gIBS", "gIBSUF"), "vIBSUF"),
      ibsMunicipio: decimalAt(at(totais, "gIBS", "gIBSMun"), "vIBSMun"),
      ibs: decimalAt(at(totais, "gIBS"), "vIBS"),
      cbs: decimalAt(at(totais, "gCBS"), "vCBS"),
      ...decimalsAt(at(totais, "gMono"), {
        ibsMonofasico: "vIBSMono",
        cbsMonofasica: "vCBSMono",
        ibsMonofasicoRetencao: "vIBSMonoReten",
        cbsMonofasicaRetencao: "vCBSMonoReten",
        ibsMonofasicoRetido: "vIBSMonoRet",
        cbsMonofasicaRetida: "vCBSMonoRet",
      }),
    }
  );
}
