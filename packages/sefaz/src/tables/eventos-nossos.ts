/** The eventos that we send: the recipient's manifestação about a NF-e, and the tomador's about a CT-e. */
export type TpEventoNosso = "210200" | "210210" | "210220" | "210240" | "610110" | "610111";

type EventoNosso = {
  familia: "nfe" | "cte";
  /** Element of CT-e that holds the detail; empty for NF-e. */
  grupo: string;
  descEvento: string;
  /** What the evento asks for besides its description. */
  pede: "xJust" | "xObs" | "nProtEvPrestDes" | null;
};

/** descEvento is written without accents: it is the only form that NF-e takes, and one of two that CT-e takes.
 * @source e210200_v1.00.xsd, e210210_v1.00.xsd, e210220_v1.00.xsd, e210240_v1.00.xsd; evPrestDesacordo_v4.00.xsd,
 * evCancPrestDesacordo_v4.00.xsd */
export const EVENTOS_NOSSOS: Record<TpEventoNosso, EventoNosso> = {
  "210200": { familia: "nfe", grupo: "", descEvento: "Confirmacao da Operacao", pede: null },
  "210210": { familia: "nfe", grupo: "", descEvento: "Ciencia da Operacao", pede: null },
  "210220": { familia: "nfe", grupo: "", descEvento: "Desconhecimento da Operacao", pede: null },
  "210240": { familia: "nfe", grupo: "", descEvento: "Operacao nao Realizada", pede: "xJust" },
  "610110": {
    familia: "cte",
    grupo: "evPrestDesacordo",
    descEvento: "Prestacao do Servico em Desacordo",
    pede: "xObs",
  },
  "610111": {
    familia: "cte",
    grupo: "evCancPrestDesacordo",
    descEvento: "Cancelamento Prestacao do Servico em Desacordo",
    pede: "nProtEvPrestDes",
  },
};
