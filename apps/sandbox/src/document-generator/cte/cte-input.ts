import type { Transportadora } from "../companies/carriers.ts";
import type { Empresa } from "../companies/companies.ts";
import type { DocumentInput } from "../documento/documento.ts";
import type { Carga } from "../transport/carga.ts";
import type { Cents } from "../xml/cents.ts";
import type { Modal } from "./cte-modal.ts";

/** The parties of a CT-e by role. */
export type Participantes = {
  remetente: Empresa;
  destinatario: Empresa;
  expedidor?: Empresa;
  recebedor?: Empresa;
};

/** The input of a CT-e. */
export type CteInput = DocumentInput &
  Participantes & {
    transportadora: Transportadora;
    /** One of the parties (toma3), or another company (toma4). */
    tomador: keyof Participantes | Empresa;
    modal: Modal;
    carga: Carga;
    valorPrestacao: Cents;
    /** Keys of the transported NF-e. */
    chavesNFe: readonly string[];
    observacao?: string;
  };
