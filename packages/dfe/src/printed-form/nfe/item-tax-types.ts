import type { PrintedDecimal } from "../scalars.ts";

/** The taxes of an item. `cst` is a CST of two digits or a CSOSN of three. */
export type PrintedImposto = {
  origem: string | null;
  cst: string | null;
  base: PrintedDecimal | null;
  aliquota: PrintedDecimal | null;
  valor: PrintedDecimal | null;
  baseSt: PrintedDecimal | null;
  aliquotaSt: PrintedDecimal | null;
  valorSt: PrintedDecimal | null;
  mvaSt: PrintedDecimal | null;
  fcp: PrintedDecimal | null;
  fcpSt: PrintedDecimal | null;
  desonerado: PrintedDecimal | null;
  /** ST paid earlier in the chain. */
  baseStRetida: PrintedDecimal | null;
  valorStRetido: PrintedDecimal | null;
  fcpStRetido: PrintedDecimal | null;
  /** vICMSSubstituto: own ICMS of the substituto. */
  icmsSubstituto: PrintedDecimal | null;
  /** ST due to the state of the destinatário. */
  baseStDestino: PrintedDecimal | null;
  valorStDestino: PrintedDecimal | null;
  monofasico: ItemMonofasico | null;
  difal: ItemDifal | null;
  creditoSimples: { aliquota: PrintedDecimal | null; valor: PrintedDecimal | null } | null;
  ipi: Record<"base" | "aliquota" | "valor", PrintedDecimal | null>;
  issqn: {
    base: PrintedDecimal | null;
    aliquota: PrintedDecimal | null;
    valor: PrintedDecimal | null;
    servico: string | null;
  } | null;
  tributosAproximados: PrintedDecimal | null;
  ibsCbs: ItemIbsCbs | null;
  is: Record<"base" | "aliquota" | "valor", PrintedDecimal | null> | null;
};

/** ICMS of fuels, by quantity: `base` in taxed units, `aliquota` in R$ per unit.
 * @source leiauteNFe_v4.00.xsd, ICMS02, 15, 53, 61 */
export type ItemMonofasico = Record<"proprio" | "retencao" | "retido", MonofasicoParts> & {
  diferido: PrintedDecimal | null;
};
type MonofasicoParts = Record<"base" | "aliquota" | "valor", PrintedDecimal | null>;

/** @source leiauteNFe_v4.00.xsd, ICMSUFDest */
export type ItemDifal = Record<
  "base" | "aliquotaDestino" | "aliquotaInterestadual" | "destino" | "remetente" | "aliquotaFcp" | "fcp",
  PrintedDecimal | null
>;

export type ItemIbsCbs = {
  cst: string | null;
  classificacao: string | null;
  base: PrintedDecimal | null;
  ibs: PrintedDecimal | null;
  cbs: PrintedDecimal | null;
  /** The parts of gIBSCBS, each with its rate; null without the group. */
  parcelas: Record<"ibsUf" | "ibsMunicipio" | "cbs", ItemRate | null>;
  /** gIBSCBSMono: IBS and CBS by quantity. */
  monofasico: ItemIbsCbsMonofasico | null;
  /** gTransfCred: credits transferred to the destinatário. */
  transferido: { ibs: PrintedDecimal | null; cbs: PrintedDecimal | null } | null;
};

/** IBS of the state, IBS of the município or CBS of an
 * item. `reducao` is gRed: the rate after the reduction. */
export type ItemRate = {
  aliquota: PrintedDecimal | null;
  reducao: { aliquotaEfetiva: PrintedDecimal | null } | null;
  valor: PrintedDecimal | null;
};

/** Quantities, and R$ per unit.   @source DFeTiposBasicos_v1.00.xsd, TMonofasia */
export type ItemIbsCbsMonofasico = Record<
  "proprio" | "retencao" | "retido",
  Record<"quantidade" | "aliquotaIbs" | "ibs" | "aliquotaCbs" | "cbs", PrintedDecimal | null> | null
>;
