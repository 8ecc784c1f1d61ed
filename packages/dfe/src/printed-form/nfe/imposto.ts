import { elementsOf, type XmlElement } from "../../xml/tree.ts";
import { anyCampoOf, textoOf } from "../campos.ts";
import { at, decimalAt, decimalsAt, orNull } from "./campos.ts";
import type {
  DifalDoItem,
  IbsCbsDoItem,
  IbsCbsMonofasicoDoItem,
  MonofasicoDoItem,
  ParcelaDoItem,
  PrintedImposto,
} from "./imposto-tipos.ts";

/** Reads the taxes of an item, with any of the ICMS groups.   @source leiauteNFe_v4.00.xsd, imposto */
export function readImposto(imposto: XmlElement | null): PrintedImposto {
  const icms = onlyIn(at(imposto, "ICMS"));
  const credito = decimalsAt(icms, { aliquota: "pCredSN", valor: "vCredICMSSN" });
  return {
    origem: textoOf(icms, "orig"),
    cst: anyCampoOf(icms, ["CST", "CSOSN"]),
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
function readMonofasico(icms: XmlElement | null): MonofasicoDoItem | null {
  const partes = {
    proprio: decimalsAt(icms, { base: "qBCMono", aliquota: "adRemICMS", valor: "vICMSMono" }),
    retencao: decimalsAt(icms, { base: "qBCMonoReten", aliquota: "adRemICMSReten", valor: "vICMSMonoReten" }),
    retido: decimalsAt(icms, { base: "qBCMonoRet", aliquota: "adRemICMSRet", valor: "vICMSMonoRet" }),
  };
  const diferido = decimalAt(icms, "vICMSMonoDif");
  const isSilent = diferido === null && Object.values(partes).every((parte) => orNull(parte) === null);
  return isSilent ? null : { ...partes, diferido };
}

function readDifal(grupo: XmlElement | null): DifalDoItem | null {
  return orNull(
    decimalsAt(grupo, {
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
  const valores = decimalsAt(issqn, { base: "vBC", aliquota: "vAliq", valor: "vISSQN" });
  return { ...valores, servico: textoOf(issqn, "cListServ") };
}

/** @source DFeTiposBasicos_v1.00.xsd, TTribNFe (UB12 to UB131) */
function readIbsCbs(grupo: XmlElement | null): IbsCbsDoItem | null {
  if (!grupo) return null;
  const valores = at(grupo, "gIBSCBS");
  const monofasico = at(grupo, "gIBSCBSMono");
  const gCbs = at(valores, "gCBS");
  return {
    cst: textoOf(grupo, "CST"),
    classificacao: textoOf(grupo, "cClassTrib"),
    base: decimalAt(valores, "vBC"),
    ibs: decimalAt(valores, "vIBS") ?? decimalAt(monofasico, "vTotIBSMonoItem"),
    cbs: decimalAt(gCbs, "vCBS") ?? decimalAt(monofasico, "vTotCBSMonoItem"),
    parcelas: {
      ibsUf: readParcela(at(valores, "gIBSUF"), { aliquota: "pIBSUF", valor: "vIBSUF" }),
      ibsMunicipio: readParcela(at(valores, "gIBSMun"), { aliquota: "pIBSMun", valor: "vIBSMun" }),
      cbs: readParcela(gCbs, { aliquota: "pCBS", valor: "vCBS" }),
    },
    monofasico: readIbsCbsMonofasico(monofasico),
    transferido: orNull(decimalsAt(at(grupo, "gTransfCred"), { ibs: "vIBS", cbs: "vCBS" })),
  };
}

function readParcela(
  grupo: XmlElement | null,
  tags: Readonly<Record<"aliquota" | "valor", string>>,
): ParcelaDoItem | null {
  if (!grupo) return null;
  const reducao = at(grupo, "gRed");
  return {
    ...decimalsAt(grupo, tags),
    reducao: reducao && { aliquotaEfetiva: decimalAt(reducao, "pAliqEfet") },
  };
}

function readIbsCbsMonofasico(grupo: XmlElement | null): IbsCbsMonofasicoDoItem | null {
  return orNull({
    proprio: readParteMonofasica(at(grupo, "gMonoPadrao"), ""),
    retencao: readParteMonofasica(at(grupo, "gMonoReten"), "Reten"),
    retido: readParteMonofasica(at(grupo, "gMonoRet"), "Ret"),
  });
}

/** @param sufixo of the tags: none for the item's own tax, Reten for withheld now, Ret for withheld before */
function readParteMonofasica(
  grupo: XmlElement | null,
  sufixo: "" | "Reten" | "Ret",
): IbsCbsMonofasicoDoItem["proprio"] {
  return orNull(
    decimalsAt(grupo, {
      quantidade: `qBCMono${sufixo}`,
      aliquotaIbs: `adRemIBS${sufixo}`,
      ibs: `vIBSMono${sufixo}`,
      aliquotaCbs: `adRemCBS${sufixo}`,
      cbs: `vCBSMono${sufixo}`,
    }),
  );
}
