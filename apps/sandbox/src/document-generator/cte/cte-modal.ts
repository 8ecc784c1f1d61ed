import { INSURER, type Transportadora } from "../companies/carriers.ts";
import { type Cents, writeCents } from "../xml/cents.ts";
import { element, leaf } from "../xml/write-xml.ts";

/** The mode of transport. */
export type Modal = "rodoviario" | "aereo" | "multimodal";

const MODAL_CODES: Record<Modal, string> = { rodoviario: "01", aereo: "02", multimodal: "06" };
const VERSAO = "4.00";

type ModalInput = {
  modal: Modal;
  transportadora: Transportadora;
  /** yyyy-MM-dd */
  previsao: string;
  numero: number;
  valor: Cents;
};

export function codigoOfModal(modal: Modal): string {
  return MODAL_CODES[modal];
}

/** Writes the group `infModal` of a CT-e.   @source MOC CT-e 4.00, Anexo I, modais */
export function writeInfModal(input: ModalInput): string {
  return element(`infModal versaoModal="${VERSAO}"`, MODAIS[input.modal](input));
}

const MODAIS: Record<Modal, (input: ModalInput) => string> = {
  rodoviario: ({ transportadora }) => element("rodo", leaf("RNTRC", transportadora.rntrc)),
  aereo: ({ previsao, numero, valor }) =>
    element(
      "aereo",
      leaf("nMinu", String(numero).padStart(9, "0")),
      leaf("nOCA", `577${String(numero).padStart(8, "0")}`),
      leaf("dPrevAereo", previsao),
      element("natCarga", leaf("xDime", "0040X0030X0030"), leaf("cInfManu", "01")),
      element("tarifa", leaf("CL", "G"), leaf("vTar", writeCents(valor))),
    ),
  multimodal: ({ numero }) =>
    element(
      "multimodal",
      leaf("COTM", `OTM-${numero}`),
      leaf("indNegociavel", "0"),
      element(
        "seg",
        element("infSeg", leaf("xSeg", INSURER.nome), leaf("CNPJ", INSURER.cnpj)),
        leaf("nApol", INSURER.apolice),
        leaf("nAver", String(numero)),
      ),
    ),
};
