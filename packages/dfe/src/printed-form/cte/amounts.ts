import { childrenOf } from "../../read/fields/fields.ts";
import { elementsOf, type XmlElement } from "../../xml/tree.ts";
import { onlyChildOf } from "../fields.ts";
import { type FieldText, firstTextOf, namedTextsOf } from "./text-fields.ts";

/** The price of the service in reais; `totalDfe` is the total including the taxes added on top. */
export type CteAmounts = Record<"total" | "receber" | "totalDfe", FieldText> & {
  componentes: ComponenteCte[];
};
export type ComponenteCte = Record<"nome" | "valor", FieldText>;

/** The ICMS case: own, withheld by another (ST), due to another state, Simples Nacional, or none. */
export type IcmsCase = "proprio" | "retido" | "outra-uf" | "simples" | "nenhum";
export type IcmsCte = { caso: IcmsCase } & Record<
  "cst" | "base" | "aliquota" | "valor" | "reducao" | "credito" | "desonerado" | "beneficio",
  FieldText
>;
export type ParcelaIbsCbs = Record<"aliquota" | "efetiva" | "valor", FieldText>;
/** Taxes of the reform; members are null when the document has a classification without amounts. */
export type IbsCbsCte = Record<"cst" | "classificacao" | "base" | "ibs", FieldText> &
  Record<"ibsUf" | "ibsMunicipio" | "cbs", ParcelaIbsCbs>;
export type TributosCte = {
  icms: IcmsCte | null;
  partilha: Record<
    "base" | "fcp" | "aliquota" | "interestadual" | "valorFcp" | "valorFim" | "valorIni",
    FieldText
  > | null;
  federais: Record<"pis" | "cofins" | "ir" | "inss" | "csll", FieldText> | null;
  ibsCbs: IbsCbsCte | null;
  aproximados: FieldText;
  fisco: FieldText;
};

export function readCteAmounts(assinado: XmlElement): CteAmounts {
  const group = onlyChildOf(assinado, "vPrest") ?? onlyChildOf(assinado, "total");
  return {
    total: firstTextOf(group, "vTPrest"),
    receber: firstTextOf(group, "vRec", "vTRec"),
    totalDfe: firstTextOf(group, "vTotDFe") ?? firstTextOf(onlyChildOf(assinado, "imp"), "vTotDFe"),
    componentes: readComponentesCte(group),
  };
}

export function readComponentesCte(element: XmlElement | null): ComponenteCte[] {
  return childrenOf(element, "Comp").map((each) => namedTextsOf(each, { nome: "xNome", valor: "vComp" }));
}

export function readTributosCte(assinado: XmlElement): TributosCte {
  const imp = onlyChildOf(assinado, "imp");
  const partilha = onlyChildOf(imp, "ICMSUFFim");
  const federais = onlyChildOf(imp, "infTribFed");
  return {
    icms: readIcms(onlyChildOf(imp, "ICMS")),
    partilha:
      partilha &&
      namedTextsOf(partilha, {
        base: "vBCUFFim",
        fcp: "pFCPUFFim",
        aliquota: "pICMSUFFim",
        interestadual: "pICMSInter",
        valorFcp: "vFCPUFFim",
        valorFim: "vICMSUFFim",
        valorIni: "vICMSUFIni",
      }),
    federais:
      federais &&
      namedTextsOf(federais, { pis: "vPIS", cofins: "vCOFINS", ir: "vIR", inss: "vINSS", csll: "vCSLL" }),
    ibsCbs: readIbsCbs(onlyChildOf(imp, "IBSCBS")),
    aproximados: firstTextOf(imp, "vTotTrib"),
    fisco: firstTextOf(imp, "infAdFisco"),
  };
}

/** Reads the one group of the tax situation; each has its own field names.
 * @source cteTiposBasico_v4.00.xsd (TImp) */
function readIcms(icms: XmlElement | null): IcmsCte | null {
  const group = icms && elementsOf(icms)[0];
  if (!group) return null;
  const valor = firstTextOf(group, "vICMS", "vICMSSTRet", "vICMSOutraUF");
  return {
    caso: icmsCaseOf(group),
    cst: firstTextOf(group, "CST"),
    base: firstTextOf(group, "vBC", "vBCSTRet", "vBCOutraUF"),
    aliquota: firstTextOf(group, "pICMS", "pICMSSTRet", "pICMSOutraUF"),
    valor,
    reducao: firstTextOf(group, "pRedBC", "pRedBCOutraUF"),
    ...namedTextsOf(group, { credito: "vCred", desonerado: "vICMSDeson", beneficio: "cBenef" }),
  };
}

function icmsCaseOf(group: XmlElement): IcmsCase {
  if (group.local === "ICMSSN") return "simples";
  if (group.local === "ICMSOutraUF") return "outra-uf";
  if (firstTextOf(group, "vICMSSTRet") !== null) return "retido";
  return firstTextOf(group, "vICMS") === null ? "nenhum" : "proprio";
}

function readIbsCbs(group: XmlElement | null): IbsCbsCte | null {
  if (!group) return null;
  const amounts = onlyChildOf(group, "gIBSCBS");
  return {
    ...namedTextsOf(group, { cst: "CST", classificacao: "cClassTrib" }),
    ...namedTextsOf(amounts, { base: "vBC", ibs: "vIBS" }),
    ibsUf: readParcela(onlyChildOf(amounts, "gIBSUF"), { aliquota: "pIBSUF", valor: "vIBSUF" }),
    ibsMunicipio: readParcela(onlyChildOf(amounts, "gIBSMun"), { aliquota: "pIBSMun", valor: "vIBSMun" }),
    cbs: readParcela(onlyChildOf(amounts, "gCBS"), { aliquota: "pCBS", valor: "vCBS" }),
  };
}

function readParcela(
  group: XmlElement | null,
  tags: Readonly<Record<"aliquota" | "valor", string>>,
): ParcelaIbsCbs {
  return { ...namedTextsOf(group, tags), efetiva: firstTextOf(onlyChildOf(group, "gRed"), "pAliqEfet") };
}
