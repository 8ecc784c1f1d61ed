import { elementsOf, type XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldTextOf } from "../fields.ts";
import { at, decimalAt, decimalsAt, orNull } from "./fields.ts";
import type {
  ItemDifal,
  ItemIbsCbs,
  ItemIbsCbsMonofasico,
  ItemMonofasico,
  ItemRate,
  PrintedImposto,
} from "./item-tax-types.ts";

/** Reads the taxes of an item, with any of the ICMS groups.   @source leiauteNFe_v4.00.xsd, imposto */
export function readImposto(imposto: XmlElement | null): PrintedImposto {
  const icms = onlyIn(at(imposto, "ICMS"));
  const credito = decimalsAt(icms, { aliquota: "pCredSN", valor: "vCredICMSSN" });
  return {
    origem: fieldTextOf(icms, "orig"),
    cst: anyFieldOf(icms, ["CST", "CSOSN"]),
    ...decimalsAt(icms, {
      base: "vBC",
      aliquota: "pICMS",
      valor: "vICMS",
      baseSt: "vBCST",
      aliquotaSt: "pICMSST",
      valorSt: "vICMSST",
      mvaSt: "pMVAST",
      fcp: "vFCP",
      fcpSt: "vFCPST",
      desonerado: "vICMSDeson",
      baseStRetida: "vBCSTRet",
      valorStRetido: "vICMSSTRet",
      fcpStRetido: "vFCPSTRet",
      icmsSubstituto: "vICMSSubstituto",
      baseStDestino: "vBCSTDest",
      valorStDestino: "vICMSSTDest",
    }),
    monofasico: readMonofasico(icms),
    difal: readDifal(at(imposto, "ICMSUFDest")),
    creditoSimples: orNull(credito),
    ipi: decimalsAt(at(imposto, "IPI", "IPITrib"), { base: "vBC", aliquota: "pIPI", valor: "vIPI" }),
    issqn: readIssqn(at(imposto, "ISSQN")),
    tributosAproximados: decimalAt(imposto, "vTotTrib"),
    ibsCbs: readIbsCbs(at(imposto, "IBSCBS")),
    is: orNull(decimalsAt(at(imposto, "IS"), { base: "vBCIS", aliquota: "pIS", valor: "vIS" })),
  };
}

/** The only child of ICMS (ICMS00, ICMSSN102…): all have the same fields. */
function onlyIn(element: XmlElement | null): XmlElement | null {
  return element && (elementsOf(element)[0] ?? element);
}

/** null for an ICMS that is not by quantity. */
function readMonofasico(icms: XmlElement | null): ItemMonofasico | null {
  const parts = {
    proprio: decimalsAt(icms, { base: "qBCMono", aliquota: "adRemICMS", valor: "vICMSMono" }),
    retencao: decimalsAt(icms, { base: "qBCMonoReten", aliquota: "adRemICMSReten", valor: "vICMSMonoReten" }),
    retido: decimalsAt(icms, { base: "qBCMonoRet", aliquota: "adRemICMSRet", valor: "vICMSMonoRet" }),
  };
  const diferido = decimalAt(icms, "vICMSMonoDif");
  const isSilent = diferido === null && Object.values(parts).every((part) => orNull(part) === null);
  return isSilent ? null : { ...parts, diferido };
}

function readDifal(group: XmlElement | null): ItemDifal | null {
  return orNull(
    decimalsAt(group, {
      base: "vBCUFDest",
      aliquotaDestino: "pICMSUFDest",
      aliquotaInterestadual: "pICMSInter",
      destino: "vICMSUFDest",
      remetente: "vICMSUFRemet",
      aliquotaFcp: "pFCPUFDest",
      fcp: "vFCPUFDest",
    }),
  );
}

function readIssqn(issqn: XmlElement | null): PrintedImposto["issqn"] {
  if (!issqn) return null;
  const amounts = decimalsAt(issqn, { base: "vBC", aliquota: "vAliq", valor: "vISSQN" });
  return { ...amounts, servico: fieldTextOf(issqn, "cListServ") };
}

/** @source DFeTiposBasicos_v1.00.xsd, TTribNFe (UB12 to UB131) */
function readIbsCbs(group: XmlElement | null): ItemIbsCbs | null {
  if (!group) return null;
  const amounts = at(group, "gIBSCBS");
  const monofasico = at(group, "gIBSCBSMono");
  const gCbs = at(amounts, "gCBS");
  return {
    cst: fieldTextOf(group, "CST"),
    classificacao: fieldTextOf(group, "cClassTrib"),
    base: decimalAt(amounts, "vBC"),
    ibs: decimalAt(amounts, "vIBS") ?? decimalAt(monofasico, "vTotIBSMonoItem"),
    cbs: decimalAt(gCbs, "vCBS") ?? decimalAt(monofasico, "vTotCBSMonoItem"),
    parcelas: {
      ibsUf: readParcela(at(amounts, "gIBSUF"), { aliquota: "pIBSUF", valor: "vIBSUF" }),
      ibsMunicipio: readParcela(at(amounts, "gIBSMun"), { aliquota: "pIBSMun", valor: "vIBSMun" }),
      cbs: readParcela(gCbs, { aliquota: "pCBS", valor: "vCBS" }),
    },
    monofasico: readIbsCbsMonofasico(monofasico),
    transferido: orNull(decimalsAt(at(group, "gTransfCred"), { ibs: "vIBS", cbs: "vCBS" })),
  };
}

function readParcela(
  group: XmlElement | null,
  tags: Readonly<Record<"aliquota" | "valor", string>>,
): ItemRate | null {
  if (!group) return null;
  const reducao = at(group, "gRed");
  return {
    ...decimalsAt(group, tags),
    reducao: reducao && { aliquotaEfetiva: decimalAt(reducao, "pAliqEfet") },
  };
}

function readIbsCbsMonofasico(group: XmlElement | null): ItemIbsCbsMonofasico | null {
  return orNull({
    proprio: readMonofasicoPart(at(group, "gMonoPadrao"), ""),
    retencao: readMonofasicoPart(at(group, "gMonoReten"), "Reten"),
    retido: readMonofasicoPart(at(group, "gMonoRet"), "Ret"),
  });
}

/** @param suffix of the tags: none for the item's own tax, Reten for withheld now, Ret for withheld before */
function readMonofasicoPart(
  group: XmlElement | null,
  suffix: "" | "Reten" | "Ret",
): ItemIbsCbsMonofasico["proprio"] {
  return orNull(
    decimalsAt(group, {
      quantidade: `qBCMono${suffix}`,
      aliquotaIbs: `adRemIBS${suffix}`,
      ibs: `vIBSMono${suffix}`,
      aliquotaCbs: `adRemCBS${suffix}`,
      cbs: `vCBSMono${suffix}`,
    }),
  );
}
