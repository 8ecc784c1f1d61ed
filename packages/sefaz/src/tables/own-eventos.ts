import type { Family } from "@malote/syntax";
import type { SefazService } from "./services.ts";

/** The eventos that Malote sends: those of the recipient of an NF-e (manifestação and reform) and of the
 * tomador of a CT-e. */
export type OwnTpEvento =
  | "110001"
  | "210200"
  | "210210"
  | "210220"
  | "210240"
  | "211110"
  | "211124"
  | "211128"
  | "211130"
  | "211140"
  | "211150"
  | "610110"
  | "610111";

/** What the layout of an evento demands besides descEvento. */
export type DetailLayout =
  | "xJust"
  | "xObs"
  | "nProtEvPrestDes"
  | "eventoCancelado"
  | "indAceitacao"
  | { group: string; fields: readonly ItemFieldLayout[] };

/** A field of one item: its element, its source, and the element around it, if any. */
export type ItemFieldLayout = { tag: string; source: ItemField; wrapper?: string };

/** A field that the user fills in for an item. Decimals have a point; the layout sets the number of
 * places. */
export type ItemField =
  | "baseCalculo"
  | "codigoIBS"
  | "percentualIBS"
  | "valorIBS"
  | "codigoCBS"
  | "percentualCBS"
  | "valorCBS"
  | "quantidade"
  | "unidade";

type OwnEvento = {
  family: Family;
  /** The CT-e element that holds the detail; empty for NF-e. */
  group: string;
  descEvento: string;
  /** The authority that registers it; null: the UF that authorized the document. */
  cOrgao: string | null;
  /** The service that receives it. */
  servico: Extract<SefazService, "recepcaoEvento" | "recepcaoEventoSvrs">;
  /** The layout of the reform names the author by UF code, type and program; with tpAutor null, without
   * type. */
  author: { tpAutor: "2" | null } | null;
  detail: DetailLayout | null;
};

const AMBIENTE_NACIONAL = "91";
/** cOrgao of SVRS for the eventos of the reform, whatever the UF. @source NT 2025.002 v1.52 §8 */
const SVRS_REFORMA = "92";

const manifestacao = (descEvento: string, detail: DetailLayout | null = null): OwnEvento => ({
  family: "nfe",
  group: "",
  descEvento,
  cOrgao: AMBIENTE_NACIONAL,
  servico: "recepcaoEvento",
  author: null,
  detail,
});

const ofTomador = (group: string, descEvento: string, detail: DetailLayout): OwnEvento => ({
  family: "cte",
  group,
  descEvento,
  cOrgao: null,
  servico: "recepcaoEvento",
  author: null,
  detail,
});

const ofReform = (descEvento: string, detail: DetailLayout, tpAutor: "2" | null = "2"): OwnEvento => ({
  family: "nfe",
  group: "",
  descEvento,
  cOrgao: SVRS_REFORMA,
  servico: "recepcaoEventoSvrs",
  author: { tpAutor },
  detail,
});

/** IBS and CBS of an item, and a quantity that leaves the ordinary stock. */
function stockLayout(group: string, quantityTag: string, unitTag: string): DetailLayout {
  const wrapper = "gControleEstoque";
  return {
    group,
    fields: [
      { tag: "vIBS", source: "valorIBS" },
      { tag: "vCBS", source: "valorCBS" },
      { tag: quantityTag, source: "quantidade", wrapper },
      { tag: unitTag, source: "unidade", wrapper },
    ],
  };
}

const PRESUMED_CREDIT: DetailLayout = {
  group: "gCredPres",
  fields: [
    { tag: "vBC", source: "baseCalculo" },
    { tag: "cCredPres", source: "codigoIBS", wrapper: "gIBS" },
    { tag: "pCredPres", source: "percentualIBS", wrapper: "gIBS" },
    { tag: "vCredPres", source: "valorIBS", wrapper: "gIBS" },
    { tag: "cCredPres", source: "codigoCBS", wrapper: "gCBS" },
    { tag: "pCredPres", source: "percentualCBS", wrapper: "gCBS" },
    { tag: "vCredPres", source: "valorCBS", wrapper: "gCBS" },
  ],
};

const CREDIT: DetailLayout = {
  group: "gCredito",
  fields: [
    { tag: "vCredIBS", source: "valorIBS" },
    { tag: "vCredCBS", source: "valorCBS" },
  ],
};

/** descEvento of manifestação and desacordo has no accents: NF-e allows no other form, CT-e allows both.
 * The reform has accents.
 * @source e210200_v1.00.xsd to e210240_v1.00.xsd, e211110_v1.00.xsd to e211150_v1.00.xsd,
 * e110001_v1.00.xsd; evPrestDesacordo_v4.00.xsd, evCancPrestDesacordo_v4.00.xsd; NT 2025.002 v1.52 §8 */
export const OWN_EVENTOS: Record<OwnTpEvento, OwnEvento> = {
  "110001": ofReform("Cancelamento de Evento", "eventoCancelado", null),
  "210200": manifestacao("Confirmacao da Operacao"),
  "210210": manifestacao("Ciencia da Operacao"),
  "210220": manifestacao("Desconhecimento da Operacao"),
  "210240": manifestacao("Operacao nao Realizada", "xJust"),
  "211110": ofReform("Solicitação de Apropriação de crédito presumido", PRESUMED_CREDIT),
  "211124": ofReform(
    "Perecimento, perda, roubo ou furto durante o transporte contratado pelo adquirente",
    stockLayout("gPerecimento", "qPerecimento", "uPerecimento"),
  ),
  "211128": ofReform("Aceite de débito na apuração por emissão de nota de crédito", "indAceitacao"),
  "211130": ofReform("Imobilização de Item", stockLayout("gImobilizacao", "qImobilizado", "uImobilizado")),
  "211140": ofReform(
    "Solicitação de Apropriação de Crédito de Combustível",
    stockLayout("gConsumoComb", "qComb", "uComb"),
  ),
  "211150": ofReform(
    "Solicitação de Apropriação de Crédito para bens e serviços que dependem de atividade do adquirente",
    CREDIT,
  ),
  "610110": ofTomador("evPrestDesacordo", "Prestacao do Servico em Desacordo", "xObs"),
  "610111": ofTomador(
    "evCancPrestDesacordo",
    "Cancelamento Prestacao do Servico em Desacordo",
    "nProtEvPrestDes",
  ),
};
