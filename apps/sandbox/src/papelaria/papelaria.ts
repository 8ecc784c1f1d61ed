import type { Sorteio } from "../sorteio.ts";
import type { Acervo } from "./acervo.ts";
import { type Assinante, openAssinante } from "./assinatura.ts";
import { type CteAssinado, type PedidoCte, signCte } from "./cte.ts";
import { type PedidoCteOs, signCteOs } from "./cte-os.ts";
import { type PedidoCteSimplificado, signCteSimplificado } from "./cte-simplificado.ts";
import { EMPRESAS_DEMO, type Empresa } from "./empresas.ts";
import { type EventoAssinado, type PedidoEvento, signEvento } from "./evento.ts";
import { cancelamento } from "./eventos-nfe.ts";
import type { Fornecedor } from "./fornecedores.ts";
import type { ItemPedido } from "./item.ts";
import { type MdfeAssinado, type PedidoMdfe, signMdfe } from "./mdfe.ts";
import { type NotaAssinada, type PedidoNota, signNota } from "./nfe.ts";
import type { Protocolo } from "./protocolo.ts";

/** The document generator: invents documents and signs them with the stored certificates. */
export type Papelaria = {
  /** Draws products and quantities; about every third item has a discount. */
  inventItens(fornecedor: Fornecedor): ItemPedido[];
  /** An NF-e 55 or an NFC-e 65. */
  signNota(pedido: PedidoNota): NotaAssinada;
  signCte(pedido: PedidoCte): CteAssinado;
  signCteSimplificado(pedido: PedidoCteSimplificado): CteAssinado;
  signCteOs(pedido: PedidoCteOs): CteAssinado;
  signMdfe(pedido: PedidoMdfe): MdfeAssinado;
  /** An event of any document, signed by its author. */
  signEvento(pedido: PedidoEvento): EventoAssinado;
  /** The cancellation of an authorized nota by its issuer. */
  signCancelamento(
    nota: NotaAssinada & { protocolo: Protocolo },
    pedido: { dataEvento: Date; justificativa: string },
  ): EventoAssinado;
  readonly destinatario: Empresa;
};

const QUANTIDADE_MAX = 48;
const WEIGHED_UNIT = "KG";

export function createPapelaria(acervo: Acervo, sorteio: Sorteio): Papelaria {
  const assinantes = new Map<string, Assinante>();
  const assinanteOf = ({ cnpj }: Empresa): Assinante => {
    const par = acervo.ecnpjs[cnpj];
    if (!par) throw new RangeError(`no certificate for ${cnpj}`);
    const assinante = assinantes.get(cnpj) ?? openAssinante(par);
    assinantes.set(cnpj, assinante);
    return assinante;
  };
  const sign = (pedido: PedidoEvento): EventoAssinado => signEvento(pedido, assinanteOf(pedido.autor));
  return {
    inventItens: (fornecedor) => inventItens(fornecedor, sorteio),
    signNota: (pedido) => signNota(pedido, assinanteOf(pedido.fornecedor), sorteio),
    signCte: (pedido) => signCte(pedido, assinanteOf(pedido.transportadora), sorteio),
    signCteSimplificado: (pedido) => signCteSimplificado(pedido, assinanteOf(pedido.transportadora), sorteio),
    signCteOs: (pedido) => signCteOs(pedido, assinanteOf(pedido.transportadora), sorteio),
    signMdfe: (pedido) => signMdfe(pedido, assinanteOf(pedido.transportadora), sorteio),
    signEvento: sign,
    signCancelamento: (nota, { dataEvento, justificativa }) =>
      sign({
        documento: nota,
        detalhe: cancelamento(nota.protocolo.numero, justificativa),
        autor: nota.fornecedor,
        dataEvento,
        destinatario: nota.destinatario,
      }),
    destinatario: EMPRESAS_DEMO[0],
  };
}

function inventItens(fornecedor: Fornecedor, sorteio: Sorteio): ItemPedido[] {
  const howMany = sorteio.integer(1, fornecedor.produtos.length);
  const first = sorteio.integer(0, fornecedor.produtos.length - 1);
  return Array.from({ length: howMany }, (_, index) => {
    const produto =
      fornecedor.produtos[(first + index) % fornecedor.produtos.length] ?? sorteio.pick(fornecedor.produtos);
    const whole = sorteio.integer(2, QUANTIDADE_MAX);
    const grams = produto.unidade === WEIGHED_UNIT ? sorteio.integer(0, 999) : 0;
    const desconto = sorteio.integer(1, 3) === 1 ? BigInt(sorteio.integer(50, 250)) : 0n;
    return { produto, quantidade: `${whole}.${String(grams).padStart(3, "0")}0`, desconto };
  });
}
