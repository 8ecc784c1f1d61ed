import type { ServicoSefaz } from "./servicos.ts";

/**
 * The eventos that we send: the recipient's about an NF-e (manifestação and reform), and the
 * tomador's about a CT-e.
 */
export type TpEventoNosso =
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

/** What the layout of an evento asks for besides its description. */
export type PedeEvento =
  | "xJust"
  | "xObs"
  | "nProtEvPrestDes"
  | "eventoCancelado"
  | "indAceitacao"
  | { grupo: string; campos: readonly CampoDoItem[] };

/** A field of one item: its element, what it is filled with, and the element around it, if any. */
export type CampoDoItem = { tag: string; de: CampoItem; dentro?: string };

/** What a person says of one item. Decimals have a point; the layout sets their places. */
export type CampoItem =
  | "baseCalculo"
  | "codigoIBS"
  | "percentualIBS"
  | "valorIBS"
  | "codigoCBS"
  | "percentualCBS"
  | "valorCBS"
  | "quantidade"
  | "unidade";

type EventoNosso = {
  familia: "nfe" | "cte";
  /** Element of CT-e that holds the detail; empty for NF-e. */
  grupo: string;
  descEvento: string;
  /** Which service takes it; cOrgao of an NF-e follows from it. */
  servico: Extract<ServicoSefaz, "recepcaoEvento" | "recepcaoEventoSvrs">;
  /**
   * The author is named by UF code, kind and program (layout of the reform); tpAutor null = by UF
   * code and program alone.
   */
  autoria: { tpAutor: "2" | null } | null;
  pede: PedeEvento | null;
};

const manifestacao = (descEvento: string, pede: PedeEvento | null = null): EventoNosso => ({
  familia: "nfe",
  grupo: "",
  descEvento,
  servico: "recepcaoEvento",
  autoria: null,
  pede,
});

const doTomador = (grupo: string, descEvento: string, pede: PedeEvento): EventoNosso => ({
  familia: "cte",
  grupo,
  descEvento,
  servico: "recepcaoEvento",
  autoria: null,
  pede,
});

const daReforma = (descEvento: string, pede: PedeEvento, tpAutor: "2" | null = "2"): EventoNosso => ({
  familia: "nfe",
  grupo: "",
  descEvento,
  servico: "recepcaoEventoSvrs",
  autoria: { tpAutor },
  pede,
});

/** Values of IBS and CBS of an item, and a quantity that leaves the ordinary stock. */
function estoque(grupo: string, quantidade: string, unidade: string): PedeEvento {
  const dentro = "gControleEstoque";
  return {
    grupo,
    campos: [
      { tag: "vIBS", de: "valorIBS" },
      { tag: "vCBS", de: "valorCBS" },
      { tag: quantidade, de: "quantidade", dentro },
      { tag: unidade, de: "unidade", dentro },
    ],
  };
}

const CREDITO_PRESUMIDO: PedeEvento = {
  grupo: "gCredPres",
  campos: [
    { tag: "vBC", de: "baseCalculo" },
    { tag: "cCredPres", de: "codigoIBS", dentro: "gIBS" },
    { tag: "pCredPres", de: "percentualIBS", dentro: "gIBS" },
    { tag: "vCredPres", de: "valorIBS", dentro: "gIBS" },
    { tag: "cCredPres", de: "codigoCBS", dentro: "gCBS" },
    { tag: "pCredPres", de: "percentualCBS", dentro: "gCBS" },
    { tag: "vCredPres", de: "valorCBS", dentro: "gCBS" },
  ],
};

const CREDITO: PedeEvento = {
  grupo: "gCredito",
  campos: [
    { tag: "vCredIBS", de: "valorIBS" },
    { tag: "vCredCBS", de: "valorCBS" },
  ],
};

/**
 * Manifestação and desacordo are described without accents: the only form that NF-e takes, and one
 * of two that CT-e takes. The reform keeps its accents.
 * @source e210200_v1.00.xsd to e210240_v1.00.xsd, e211110_v1.00.xsd to e211150_v1.00.xsd,
 * e110001_v1.00.xsd; evPrestDesacordo_v4.00.xsd, evCancPrestDesacordo_v4.00.xsd; NT 2025.002 v1.52
 * §8
 */
export const EVENTOS_NOSSOS: Record<TpEventoNosso, EventoNosso> = {
  "110001": daReforma("Cancelamento de Evento", "eventoCancelado", null),
  "210200": manifestacao("Confirmacao da Operacao"),
  "210210": manifestacao("Ciencia da Operacao"),
  "210220": manifestacao("Desconhecimento da Operacao"),
  "210240": manifestacao("Operacao nao Realizada", "xJust"),
  "211110": daReforma("Solicitação de Apropriação de crédito presumido", CREDITO_PRESUMIDO),
  "211124": daReforma(
    "Perecimento, perda, roubo ou furto durante o transporte contratado pelo adquirente",
    estoque("gPerecimento", "qPerecimento", "uPerecimento"),
  ),
  "211128": daReforma("Aceite de débito na apuração por emissão de nota de crédito", "indAceitacao"),
  "211130": daReforma("Imobilização de Item", estoque("gImobilizacao", "qImobilizado", "uImobilizado")),
  "211140": daReforma(
    "Solicitação de Apropriação de Crédito de Combustível",
    estoque("gConsumoComb", "qComb", "uComb"),
  ),
  "211150": daReforma(
    "Solicitação de Apropriação de Crédito para bens e serviços que dependem de atividade do adquirente",
    CREDITO,
  ),
  "610110": doTomador("evPrestDesacordo", "Prestacao do Servico em Desacordo", "xObs"),
  "610111": doTomador(
    "evCancPrestDesacordo",
    "Cancelamento Prestacao do Servico em Desacordo",
    "nProtEvPrestDes",
  ),
};
