import type { Carga } from "./carga.ts";
import type { CteAssinado, PedidoCte } from "./cte.ts";
import type { Modal } from "./cte-modal.ts";
import type { PedidoCteOs } from "./cte-os.ts";
import type { PedidoCteSimplificado } from "./cte-simplificado.ts";
import { type Centavos, percentCentavos } from "./decimal.ts";
import type { Pedido } from "./documento.ts";
import { EMPRESAS_DEMO } from "./empresas.ts";
import type { PedidoMdfe } from "./mdfe.ts";
import type { NotaAssinada } from "./nfe.ts";
import { TRANSPORTADORA, type Transportadora } from "./transportadoras.ts";

/** The trip that transports a nota: issue data and carrier of its CT-e, MDF-e and CT-e OS. */
export type Viagem = {
  emissao: Pedido;
  /** The carrier with a numeric CNPJ by default. */
  transportadora?: Transportadora;
  /** By road by default. */
  modal?: Modal;
};

const FRETE_PERCENT = "6.00";
const CENTAVOS_PER_KG = 18_00n;
const FRETAMENTO: Centavos = 1_280_00n;
const PASSAGEIROS = 28;
const VOLUMES = 4;

/** The CT-e of a nota, paid by its destinatário. */
export function orderCte(nota: NotaAssinada, { emissao, ...viagem }: Viagem): PedidoCte {
  return {
    ...emissao,
    transportadora: viagem.transportadora ?? TRANSPORTADORA,
    remetente: nota.fornecedor,
    destinatario: nota.destinatario,
    tomador: "destinatario",
    modal: viagem.modal ?? "rodoviario",
    carga: cargaOf(nota),
    valorPrestacao: freteOf(nota),
    chavesNFe: [nota.chaveAcesso],
  };
}

export function orderCteSimplificado(
  nota: NotaAssinada,
  { emissao, ...viagem }: Viagem,
): PedidoCteSimplificado {
  const entrega = { origem: nota.fornecedor.endereco, destino: nota.destinatario.endereco };
  return {
    ...emissao,
    transportadora: viagem.transportadora ?? TRANSPORTADORA,
    tomador: nota.destinatario,
    carga: cargaOf(nota),
    entregas: [{ ...entrega, valorPrestacao: freteOf(nota), chavesNFe: [nota.chaveAcesso] }],
  };
}

export function orderMdfe(
  { nota, cte }: { nota: NotaAssinada; cte: CteAssinado },
  { emissao }: Viagem,
): PedidoMdfe {
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
export function orderCteOs({ emissao }: Viagem): PedidoCteOs {
  const [tomador, outra] = EMPRESAS_DEMO;
  return {
    ...emissao,
    transportadora: TRANSPORTADORA,
    tomador,
    origem: tomador.endereco,
    destino: outra.endereco,
    percurso: [],
    passageiros: PASSAGEIROS,
    valorPrestacao: FRETAMENTO,
  };
}

function freteOf(nota: NotaAssinada): Centavos {
  return percentCentavos(centavosOf(nota), FRETE_PERCENT);
}

function cargaOf(nota: NotaAssinada): Carga {
  const [produto] = nota.fornecedor.produtos;
  const valor = centavosOf(nota);
  return {
    descricao: produto?.descricao ?? "Mercadorias",
    ncm: produto?.ncm ?? "00000000",
    valor,
    pesoKg: `${valor / CENTAVOS_PER_KG + 1n}.0000`,
    volumes: VOLUMES,
  };
}

function centavosOf(nota: NotaAssinada): Centavos {
  return BigInt(nota.valorTotal.replace(".", ""));
}
