import type { DecimalDoPapel } from "../escalares.ts";

/** The taxes of an item. `cst` is a CST of two digits or a CSOSN of three. */
export type ImpostoDoPapel = {
  origem: string | null;
  cst: string | null;
  base: DecimalDoPapel | null;
  aliquota: DecimalDoPapel | null;
  valor: DecimalDoPapel | null;
  baseSt: DecimalDoPapel | null;
  aliquotaSt: DecimalDoPapel | null;
  valorSt: DecimalDoPapel | null;
  mvaSt: DecimalDoPapel | null;
  fcp: DecimalDoPapel | null;
  fcpSt: DecimalDoPapel | null;
  desonerado: DecimalDoPapel | null;
  /** ST paid earlier in the chain. */
  baseStRetida: DecimalDoPapel | null;
  valorStRetido: DecimalDoPapel | null;
  fcpStRetido: DecimalDoPapel | null;
  /** vICMSSubstituto: own ICMS of the substituto. */
  icmsSubstituto: DecimalDoPapel | null;
  /** ST due to the state of the destinatário. */
  baseStDestino: DecimalDoPapel | null;
  valorStDestino: DecimalDoPapel | null;
  monofasico: MonofasicoDoItem | null;
  difal: DifalDoItem | null;
  creditoSimples: { aliquota: DecimalDoPapel | null; valor: DecimalDoPapel | null } | null;
  ipi: Record<"base" | "aliquota" | "valor", DecimalDoPapel | null>;
  issqn: {
    base: DecimalDoPapel | null;
    aliquota: DecimalDoPapel | null;
    valor: DecimalDoPapel | null;
    servico: string | null;
  } | null;
  tributosAproximados: DecimalDoPapel | null;
  ibsCbs: IbsCbsDoItem | null;
  is: Record<"base" | "aliquota" | "valor", DecimalDoPapel | null> | null;
};

/** ICMS of fuels, by quantity: `base` in taxed units, `aliquota` in R$ per unit.
 * @source leiauteNFe_v4.00.xsd, ICMS02, 15, 53, 61 */
export type MonofasicoDoItem = Record<"proprio" | "retencao" | "retido", PartesDoMonofasico> & {
  diferido: DecimalDoPapel | null;
};
type PartesDoMonofasico = Record<"base" | "aliquota" | "valor", DecimalDoPapel | null>;

/** @source leiauteNFe_v4.00.xsd, ICMSUFDest */
export type DifalDoItem = Record<
  "base" | "aliquotaDestino" | "aliquotaInterestadual" | "destino" | "remetente" | "aliquotaFcp" | "fcp",
  DecimalDoPapel | null
>;

export type IbsCbsDoItem = {
  cst: string | null;
  classificacao: string | null;
  base: DecimalDoPapel | null;
  ibs: DecimalDoPapel | null;
  cbs: DecimalDoPapel | null;
  /** The parts of gIBSCBS, each with its rate; null without the group. */
  parcelas: Record<"ibsUf" | "ibsMunicipio" | "cbs", ParcelaDoItem | null>;
  /** gIBSCBSMono: IBS and CBS by quantity. */
  monofasico: IbsCbsMonofasicoDoItem | null;
  /** gTransfCred: credits transferred to the destinatário. */
  transferido: { ibs: DecimalDoPapel | null; cbs: DecimalDoPapel | null } | null;
};

/** IBS of the state, IBS of the município or CBS of an
 * item. `reducao` is gRed: the rate after the reduction. */
export type ParcelaDoItem = {
  aliquota: DecimalDoPapel | null;
  reducao: { aliquotaEfetiva: DecimalDoPapel | null } | null;
  valor: DecimalDoPapel | null;
};

/** Quantities, and R$ per unit.   @source DFeTiposBasicos_v1.00.xsd, TMonofasia */
export type IbsCbsMonofasicoDoItem = Record<
  "proprio" | "retencao" | "retido",
  Record<"quantidade" | "aliquotaIbs" | "ibs" | "aliquotaCbs" | "cbs", DecimalDoPapel | null> | null
>;
