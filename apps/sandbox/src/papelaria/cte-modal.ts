import { type Centavos, writeCentavos } from "./decimal.ts";
import { SEGURADORA, type Transportadora } from "./transportadoras.ts";
import { element, leaf } from "./write-xml.ts";

/** The mode of transport. */
export type Modal = "rodoviario" | "aereo" | "multimodal";

const CODIGOS: Record<Modal, string> = { rodoviario: "01", aereo: "02", multimodal: "06" };
const VERSAO = "4.00";

type Viagem = {
  modal: Modal;
  transportadora: Transportadora;
  /** yyyy-MM-dd */
  previsao: string;
  numero: number;
  valor: Centavos;
};

export function codigoOfModal(modal: Modal): string {
  return CODIGOS[modal];
}

/** Writes the group `infModal` of a CT-e.   @source MOC CT-e 4.00, Anexo I, modais */
export function writeInfModal(viagem: Viagem): string {
  return element(`infModal versaoModal="${VERSAO}"`, MODAIS[viagem.modal](viagem));
}

const MODAIS: Record<Modal, (viagem: Viagem) => string> = {
  rodoviario: ({ transportadora }) => element("rodo", leaf("RNTRC", transportadora.rntrc)),
  aereo: ({ previsao, numero, valor }) =>
    element(
      "aereo",
      leaf("nMinu", String(numero).padStart(9, "0")),
      leaf("nOCA", `577${String(numero).padStart(8, "0")}`),
      leaf("dPrevAereo", previsao),
      element("natCarga", leaf("xDime", "0040X0030X0030"), leaf("cInfManu", "01")),
      element("tarifa", leaf("CL", "G"), leaf("vTar", writeCentavos(valor))),
    ),
  multimodal: ({ numero }) =>
    element(
      "multimodal",
      leaf("COTM", `OTM-${numero}`),
      leaf("indNegociavel", "0"),
      element(
        "seg",
        element("infSeg", leaf("xSeg", SEGURADORA.nome), leaf("CNPJ", SEGURADORA.cnpj)),
        leaf("nApol", SEGURADORA.apolice),
        leaf("nAver", String(numero)),
      ),
    ),
};
