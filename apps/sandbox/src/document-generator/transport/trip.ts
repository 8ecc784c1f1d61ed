import { TRANSPORTADORA, type Transportadora } from "../companies/carriers.ts";
import { EMPRESAS_DEMO } from "../companies/companies.ts";
import type { SignedCte } from "../cte/cte.ts";
import type { CteInput } from "../cte/cte-input.ts";
import type { Modal } from "../cte/cte-modal.ts";
import type { CteOsInput } from "../cte/cte-os.ts";
import type { CteSimplificadoInput } from "../cte/cte-simplificado.ts";
import type { DocumentInput } from "../documento/documento.ts";
import type { MdfeInput } from "../mdfe/mdfe.ts";
import type { SignedNota } from "../nfe/nfe.ts";
import { type Cents, percentOfCents } from "../xml/cents.ts";
import type { Carga } from "./carga.ts";

/** The trip that transports a nota: issue data and carrier of its CT-e, MDF-e and CT-e OS. */
export type Trip = {
  emissao: DocumentInput;
  /** The carrier with a numeric CNPJ by default. */
  transportadora?: Transportadora;
  /** By road by default. */
  modal?: Modal;
};

const FREIGHT_PERCENT = "6.00";
const CENTS_PER_KG = 18_00n;
const CHARTER_PRICE: Cents = 1_280_00n;
const PASSENGERS = 28;
const VOLUMES = 4;

/** The CT-e of a nota, paid by its destinatário. */
export function orderCte(nota: SignedNota, { emissao, ...trip }: Trip): CteInput {
  return {
    ...emissao,
    transportadora: trip.transportadora ?? TRANSPORTADORA,
    remetente: nota.fornecedor,
    destinatario: nota.destinatario,
    tomador: "destinatario",
    modal: trip.modal ?? "rodoviario",
    carga: cargaOf(nota),
    valorPrestacao: freightOf(nota),
    chavesNFe: [nota.chaveAcesso],
  };
}

export function orderCteSimplificado(nota: SignedNota, { emissao, ...trip }: Trip): CteSimplificadoInput {
  const delivery = { origem: nota.fornecedor.endereco, destino: nota.destinatario.endereco };
  return {
    ...emissao,
    transportadora: trip.transportadora ?? TRANSPORTADORA,
    tomador: nota.destinatario,
    carga: cargaOf(nota),
    deliveries: [{ ...delivery, valorPrestacao: freightOf(nota), chavesNFe: [nota.chaveAcesso] }],
  };
}

export function orderMdfe({ nota, cte }: { nota: SignedNota; cte: SignedCte }, { emissao }: Trip): MdfeInput {
  return {
    ...emissao,
    transportadora: TRANSPORTADORA,
    contratante: nota.destinatario,
    origem: nota.fornecedor.endereco,
    descargas: [{ destino: nota.destinatario.endereco, chavesCTe: [cte.chaveAcesso], chavesNFe: [] }],
    percurso: [],
    carga: cargaOf(nota),
    unidade: "01",
  };
}

/** A CT-e OS: the first demo company charters a bus to the town of the second one. */
export function orderCteOs({ emissao }: Trip): CteOsInput {
  const [tomador, outra] = EMPRESAS_DEMO;
  return {
    ...emissao,
    transportadora: TRANSPORTADORA,
    tomador,
    origem: tomador.endereco,
    destino: outra.endereco,
    percurso: [],
    passageiros: PASSENGERS,
    valorPrestacao: CHARTER_PRICE,
  };
}

function freightOf(nota: SignedNota): Cents {
  return percentOfCents(centsOf(nota), FREIGHT_PERCENT);
}

function cargaOf(nota: SignedNota): Carga {
  const [produto] = nota.fornecedor.produtos;
  const valor = centsOf(nota);
  return {
    descricao: produto?.descricao ?? "Mercadorias",
    ncm: produto?.ncm ?? "00000000",
    valor,
    pesoKg: `${valor / CENTS_PER_KG + 1n}.0000`,
    volumes: VOLUMES,
  };
}

function centsOf(nota: SignedNota): Cents {
  return BigInt(nota.valorTotal.replace(".", ""));
}
