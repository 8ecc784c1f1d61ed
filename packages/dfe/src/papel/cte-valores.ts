import { childrenOf } from "../read/fields/fields.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { onlyChildOf } from "./campos.ts";
import { type Dito, saidOf, saysOf } from "./cte-campos.ts";

/** The price of the service in reais; `totalDfe` is the total including the taxes added on top. */
export type ValoresCte = Record<"total" | "receber" | "totalDfe", Dito> & { componentes: ComponenteCte[] };
export type ComponenteCte = Record<"nome" | "valor", Dito>;

/** The ICMS case: own, withheld by another (ST), due to another state, Simples Nacional, or none. */
export type CasoIcms = "proprio" | "retido" | "outra-uf" | "simples" | "nenhum";
export type IcmsCte = { caso: CasoIcms } & Record<
  "cst" | "base" | "aliquota" | "valor" | "reducao" | "credito" | "desonerado" | "beneficio",
  Dito
>;
export type ParcelaIbsCbs = Record<"aliquota" | "efetiva" | "valor", Dito>;
/** Taxes of the reform; members are null when the document has a classification without amounts. */
export type IbsCbsCte = Record<"cst" | "classificacao" | "base" | "ibs", Dito> &
  Record<"ibsUf" | "ibsMunicipio" | "cbs", ParcelaIbsCbs>;
export type TributosCte = {
  icms: IcmsCte | null;
  partilha: Record<
    "base" | "fcp" | "aliquota" | "interestadual" | "valorFcp" | "valorFim" | "valorIni",
    Dito
  > | null;
  federais: Record<"pis" | "cofins" | "ir" | "inss" | "csll", Dito> | null;
  ibsCbs: IbsCbsCte | null;
  aproximados: Dito;
  fisco: Dito;
};

export function readValoresCte(assinado: XmlElement): ValoresCte {
  const group = onlyChildOf(assinado, "vPrest") ?? onlyChildOf(assinado, "total");
  return {
    total: saidOf(group, "vTPrest"),
    receber: saidOf(group, "vRec", "vTRec"),
    totalDfe: saidOf(group, "vTotDFe") ?? saidOf(onlyChildOf(assinado, "imp"), "vTotDFe"),
    componentes: readComponentesCte(group),
  };
}

export function readComponentesCte(element: XmlElement | null): ComponenteCte[] {
  return childrenOf(element, "Comp").map((each) => saysOf(each, { nome: "xNome", valor: "vComp" }));
}

export function readTributosCte(assinado: XmlElement): TributosCte {
  const imp = onlyChildOf(assinado, "imp");
  const partilha = onlyChildOf(imp, "ICMSUFFim");
  const federais = onlyChildOf(imp, "infTribFed");
  return {
    icms: readIcms(onlyChildOf(imp, "ICMS")),
    partilha:
      partilha &&
      saysOf(partilha, {
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
      saysOf(federais, { pis: "vPIS", cofins: "vCOFINS", ir: "vIR", inss: "vINSS", csll: "vCSLL" }),
    ibsCbs: readIbsCbs(onlyChildOf(imp, "IBSCBS")),
    aproximados: saidOf(imp, "vTotTrib"),
    fisco: saidOf(imp, "infAdFisco"),
  };
}

/** Reads the one group of the tax situation; each has its own field names.
 * @source cteTiposBasico_v4.00.xsd (TImp) */
function readIcms(icms: XmlElement | null): IcmsCte | null {
  const group = icms && elementsOf(icms)[0];
  if (!group) return null;
  const valor = saidOf(group, "vICMS", "vICMSSTRet", "vICMSOutraUF");
  return {
    caso: casoOf(group),
    cst: saidOf(group, "CST"),
    base: saidOf(group, "vBC", "vBCSTRet", "vBCOutraUF"),
    aliquota: saidOf(group, "pICMS", "pICMSSTRet", "pICMSOutraUF"),
    valor,
    reducao: saidOf(group, "pRedBC", "pRedBCOutraUF"),
    ...saysOf(group, { credito: "vCred", desonerado: "vICMSDeson", beneficio: "cBenef" }),
  };
}

function casoOf(group: XmlElement): CasoIcms {
  if (group.local === "ICMSSN") return "simples";
  if (group.local === "ICMSOutraUF") return "outra-uf";
  if (saidOf(group, "vICMSSTRet") !== null) return "retido";
  return saidOf(group, "vICMS") === null ? "nenhum" : "proprio";
}

function readIbsCbs(group: XmlElement | null): IbsCbsCte | null {
  if (!group) return null;
  const valores = onlyChildOf(group, "gIBSCBS");
  return {
    ...saysOf(group, { cst: "CST", classificacao: "cClassTrib" }),
    ...saysOf(valores, { base: "vBC", ibs: "vIBS" }),
    ibsUf: readParcela(onlyChildOf(valores, "gIBSUF"), { aliquota: "pIBSUF", valor: "vIBSUF" }),
    ibsMunicipio: readParcela(onlyChildOf(valores, "gIBSMun"), { aliquota: "pIBSMun", valor: "vIBSMun" }),
    cbs: readParcela(onlyChildOf(valores, "gCBS"), { aliquota: "pCBS", valor: "vCBS" }),
  };
}

function readParcela(
  group: XmlElement | null,
  tags: Readonly<Record<"aliquota" | "valor", string>>,
): ParcelaIbsCbs {
  return { ...saysOf(group, tags), efetiva: saidOf(onlyChildOf(group, "gRed"), "pAliqEfet") };
}
